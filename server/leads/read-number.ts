import { plainNumber } from '#shared/numbers.ts';

/** A number as people write it; undefined for anything else ("2 lakh", "1k"). */
export function readNumber(cell: string): number | undefined {
  const plain = plainNumber(cell);
  return plain === undefined ? undefined : Number(plain);
}

/** Words and signs of ticked and empty boxes in files, forms and portals, in English and Hindi. */
const YES = new Set(
  'yes,y,true,t,1,on,x,checked,ticked,selected,agree,agreed,accepted,ok,okay,sure,✓,✔,✅,☑,☒,हाँ,हां,हा,जी हाँ,ha,haa,han,haan'.split(
    ',',
  ),
);
const NO = new Set(
  'no,n,false,f,0,off,unchecked,unticked,not checked,not selected,disagree,declined,✗,✘,❌,☐,नहीं,नही,ना,nahi,nahin,nope'.split(
    ',',
  ),
);

export function readBoolean(cell: string): boolean | undefined {
  const folded = cell.normalize('NFC').replaceAll('\ufe0f', '').trim().toLowerCase();
  if (YES.has(folded)) return true;
  return NO.has(folded) ? false : undefined;
}
