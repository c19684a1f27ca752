/** Turns `SENDER_STATE` and `your_city` into readable words. */
export function readableName(name: string): string {
  if (/\s/.test(name) || !/[_-]/.test(name)) return name;
  const words = name.toLowerCase().replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
