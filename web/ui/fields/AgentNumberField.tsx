import { TextInput } from '@mantine/core';
import type { TextInputProps } from '@mantine/core';
import classes from './Form.module.css';

/** The number or extension at which the company's telephone system reaches a person. */
export function AgentNumberField(props: TextInputProps) {
  return (
    <TextInput
      className={classes.wide}
      label="Phone for calls"
      description="Number or extension at your telephone system. Incoming calls then show who calls, and Call rings this phone."
      type="tel"
      maxLength={40}
      autoComplete="off"
      {...props}
    />
  );
}
