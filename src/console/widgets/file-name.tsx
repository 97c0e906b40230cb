/** A file name; a narrow window breaks it between its parts, not within `jpg`. */
export function FileName({ name }: { readonly name: string }) {
  // Before an extension, which keeps its dot, and after separators.
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
