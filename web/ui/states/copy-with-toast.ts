import { copyText } from '#web/lib/copy-text.ts';
import { showFailure, showSuccess } from './toast.ts';

/**
 * Copies a text and shows a toast. `what` begins a sentence: 'The API key'. Returns whether copying worked.
 */
export async function copyWithToast(text: string, what: string): Promise<boolean> {
  const isCopied = await copyText(text);
  if (isCopied) showSuccess(`${what} is on your clipboard.`, 'Copied!');
  else showFailure('Please select the text and copy it yourself.', 'Failed to copy');
  return isCopied;
}
