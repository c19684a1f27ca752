import { statusText } from '#web/features/products/product-words.ts';
import { Badge } from '#web/ui/Badge.tsx';

/** Whether a product is active. */
export function StatusBadge({ isActive }: { isActive: boolean }) {
  return (
    <Badge tone={isActive ? 'green' : 'neutral'} withDot>
      {statusText(isActive)}
    </Badge>
  );
}
