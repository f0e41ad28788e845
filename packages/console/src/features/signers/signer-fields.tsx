import type { SettingsBody } from '@repertoire/protocol'
import { TextArea, TextField } from '../../shared/design/field.tsx'

export interface SignerDraft {
  readonly name: string
  readonly pem: string
  /** Empty where the signer is no certificate of an authority. */
  readonly identity: string
}

interface SignerFieldsProps {
  readonly draft: SignerDraft
  readonly onChange: (part: Partial<SignerDraft>) => void
}

/** Who signs: a public key, a certificate, or a name that an authority certified. */
export function SignerFields({ draft, onChange }: SignerFieldsProps) {
  return (
    <>
      <TextField
        label="Name of the signer"
        required
        maxLength={100}
        value={draft.name}
        placeholder="Security team"
        hint="As you call whoever signs."
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <TextArea
        label="Public key or certificate"
        required
        rows={5}
        maxLength={8_000}
        spellCheck={false}
        value={draft.pem}
        placeholder="-----BEGIN PUBLIC KEY-----"
        hint="In PEM."
        onChange={({ target }) => onChange({ pem: target.value })}
      />
      <TextField
        label="Name in the certificate"
        maxLength={300}
        value={draft.identity}
        hint="Only where the certificate above is of an authority that certifies others."
        onChange={({ target }) => onChange({ identity: target.value })}
      />
    </>
  )
}

export function signerOf({
  name,
  pem,
  identity,
}: SignerDraft): SettingsBody['trusted_signers'][number] {
  return { name: name.trim(), pem: pem.trim(), identity: identity.trim() || null }
}
