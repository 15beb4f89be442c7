import type { ComponentProps } from 'react';
import {
  ACCOUNT_DETAIL_NAMES,
  ACCOUNT_DETAILS,
  type AccountDetail,
} from '../../../contract/users/account-details.rules.ts';
import { noAutocorrect, pairClass, TextField } from '../../ui/fields/field.tsx';

type InputProps = ComponentProps<'input'> & { error: string | undefined };

const isEmail = (detail: AccountDetail) => 'isEmail' in ACCOUNT_DETAILS[detail];

export function DetailField({ detail: name, ...input }: InputProps & { detail: AccountDetail }) {
  const detail = ACCOUNT_DETAILS[name];
  const ofKind =
    'isEmail' in detail
      ? ({ type: 'email', hint: 'Optional', ...noAutocorrect } as const)
      : { maxLength: detail.maxLength };
  return <TextField label={detail.label} autoComplete="off" {...ofKind} {...input} />;
}

interface DetailFieldsProps {
  field: (name: AccountDetail) => InputProps;
  /** The field that the form has elsewhere. */
  except?: AccountDetail;
}

export function DetailFields({ field, except }: DetailFieldsProps) {
  const names = ACCOUNT_DETAIL_NAMES.filter((name) => name !== except);
  const fieldOf = (name: AccountDetail) => <DetailField key={name} detail={name} {...field(name)} />;
  return (
    <>
      <div className={pairClass}>{names.filter((name) => !isEmail(name)).map(fieldOf)}</div>
      {names.filter(isEmail).map(fieldOf)}
    </>
  );
}
