import classes from '#web/leads/LeadTags.module.css';
import { Badge } from '#web/ui/Badge.tsx';

/** The tags of a lead. With `most`, only that many and the number of others. */
export function LeadTags({ tags, most }: { tags: readonly string[]; most?: number }) {
  const rest = most === undefined ? [] : tags.slice(most);
  return (
    <span className={classes.tags} data-wraps={most === undefined || undefined}>
      {tags.slice(0, most).map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
      {rest.length > 0 && (
        <span className={classes.more} title={rest.join(', ')}>
          +{rest.length}
        </span>
      )}
    </span>
  );
}
