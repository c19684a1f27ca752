/**
 * Returns whether the browser asks pages to save data
 * (https://developer.mozilla.org/docs/Web/API/NetworkInformation/saveData).
 */
export function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}
