import type { ComponentProps } from 'react';
import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form';
import { Select } from './select.tsx';

type FormSelectProps<Form extends FieldValues> = Pick<
  ComponentProps<typeof Select>,
  'label' | 'placeholder' | 'options'
> & { control: Control<Form>; name: FieldPath<Form> };

export function FormSelect<Form extends FieldValues>({ control, name, ...select }: FormSelectProps<Form>) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => <Select {...select} error={fieldState.error?.message} {...field} />}
    />
  );
}
