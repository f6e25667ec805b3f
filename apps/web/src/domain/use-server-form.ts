// A form that is checked by a schema, sends its values and shows at its fields what the server refused.
import { zodResolver } from '@hookform/resolvers/zod';
import { useRef } from 'react';
import {
  type FieldError,
  type FieldValues,
  get,
  type Path,
  type UseFormProps,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { failureMessage } from '../lib/failure-message.ts';
import { showFieldErrors } from '../lib/field-errors.ts';
import { showToast } from '../ui/feedback/toast.tsx';

type Schema<Sent, Values> = { _zod: { output: Sent; input: Values } };

type ServerForm<Values extends FieldValues, Sent> = UseFormReturn<Values, unknown, Sent>;

type Options<Values extends FieldValues, Sent> = UseFormProps<Values, unknown, Sent> & {
  schema?: Schema<Sent, Values>;
  send: (values: Sent, form: ServerForm<Values, Sent>) => unknown;
  onFailure: (error: unknown, form: ServerForm<Values, Sent>) => void;
};

export const useServerForm = <Values extends FieldValues, Sent = Values>(options: Options<Values, Sent>) => {
  const { schema, send, onFailure, ...native } = options;
  const form = useForm<Values, unknown, Sent>({
    ...native,
    ...(schema && { resolver: zodResolver<Values, unknown, Sent, Schema<Sent, Values>>(schema) }),
  });
  // Enter and the last digit of a code can come while the first request is still on its way.
  const sending = useRef(false);
  const submit = form.handleSubmit(async (values) => {
    if (sending.current) return;
    sending.current = true;
    try {
      await send(values, form);
    } catch (error) {
      onFailure(error, form);
    } finally {
      sending.current = false;
    }
  });
  const errorOf = (name: Path<Values>) =>
    (get(form.formState.errors, name) as FieldError | undefined)?.message;
  return {
    ...form,
    form,
    submit,
    busy: form.formState.isSubmitting,
    errorOf,
    field: <Name extends Path<Values>>(name: Name, rules?: Parameters<typeof form.register<Name>>[1]) => ({
      ...form.register(name, rules),
      error: errorOf(name),
    }),
  };
};

// Shows a failure at its fields, or in a toast if it belongs to none of them.
export const atFieldsOrToast =
  (failed: string, show: (message: string) => unknown = showToast.error) =>
  <Values extends FieldValues, Sent>(error: unknown, { getValues, setError }: ServerForm<Values, Sent>) => {
    const names = Object.keys(getValues()) as Path<Values>[];
    if (!showFieldErrors(error, names, setError)) show(failureMessage(error, failed));
  };

export const atField =
  <Values extends FieldValues>(name: Path<Values>, failed: string) =>
  <Sent>(error: unknown, { setError }: ServerForm<Values, Sent>) =>
    setError(name, { type: 'server', message: failureMessage(error, failed) }, { shouldFocus: true });
