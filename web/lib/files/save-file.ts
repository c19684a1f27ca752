/** Offers the browser a file to save. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers only start reading the file later.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
