/** An e-mail address, which a narrow window breaks before its host. */
export function Email({ address }: { readonly address: string }) {
  const at = address.lastIndexOf('@');
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}
