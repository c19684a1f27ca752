import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { useFormCall } from '#web/ui/dialogs/useFormCall.ts';
import classes from '#web/ui/fields/Form.module.css';

type Props<Answer> = {
  title: string;
  description: string;
  /** The name of a factor that gets none. */
  usual: string;
  placeholder: string;
  send: (name: string) => Promise<Answer>;
  done: (answer: Answer) => void;
  failed: string;
  onClose: () => void;
};

/** Names a new second factor, the first step of adding one. */
export function NameFactorDialog<Answer>(props: Props<Answer>) {
  const { title, description, usual, placeholder, send, done, failed, onClose } = props;
  const form = useForm({ initialValues: { name: '' } });
  const call = useFormCall(form, {
    send: async ({ name }) => await send(name.trim() || usual),
    done: (answer) => answer !== undefined && done(answer),
    failed,
  });
  return (
    <FormDialog
      {...call}
      title={title}
      description={description}
      size="small"
      save="Continue"
      onClose={onClose}
    >
      <TextInput
        className={classes.wide}
        label="Name"
        placeholder={placeholder}
        maxLength={60}
        autoComplete="off"
        dir="auto"
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormDialog>
  );
}
