import { useQuery } from '@tanstack/react-query';
import CircleAlert from 'lucide-react/icons/circle-alert';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { backups } from '#shared/installation/backups.ts';
import { query } from '#web/api/query.ts';
import classes from './BackupState.module.css';

/** How the installation's backups are. Nothing appears where they are the operator's own. */
export function BackupState() {
  const { data } = useQuery(query(backups.check, {}));
  if (!data || data.data.length === 0) return null;
  return (
    <ul className={classes.findings} aria-label="Backups">
      {data.data.map(({ level, says, remedy }) => (
        <li key={says} data-level={level}>
          {level === 'good' ? <ShieldCheck size={16} aria-hidden /> : <CircleAlert size={16} aria-hidden />}
          <span>
            {says} {remedy && `→ ${remedy}`}
          </span>
        </li>
      ))}
    </ul>
  );
}
