/** The name of a file, which a narrow window breaks between its parts, and not within `jpg`. */
export function FileName({ name }: { readonly name: string }) {
  // Before an ending, which keeps its dot, and after what joins words.
  const parts = name.split(/(?=\.\w+$)|(?<=[_\-.])(?=[^_\-.])(?!(?<=\.)\w+$)/u);
  return (
    <>
      {parts.map((part, index) => (
        <>
          {index > 0 && <wbr />}
          {part}
        </>
      ))}
    </>
  );
}
