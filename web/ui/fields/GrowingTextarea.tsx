import { Textarea } from '@mantine/core';
import type { ComponentProps, CSSProperties } from 'react';
import classes from '#web/ui/fields/GrowingTextarea.module.css';

/** Whether the browser makes a field as high as its text; the library's own measuring delays each page. */
const GROWS = CSS.supports('field-sizing', 'content');

type Props = ComponentProps<typeof Textarea> & { minRows: number; maxRows: number };

/** A text field that grows with its text, between two numbers of lines. */
export function GrowingTextarea(props: Props) {
  if (!GROWS) return <Textarea {...props} autosize />;
  const { minRows, maxRows, ...rest } = props;
  const rows = { '--min-rows': minRows, '--max-rows': maxRows } as CSSProperties;
  return <Textarea {...rest} style={rows} classNames={{ input: classes.input }} />;
}
