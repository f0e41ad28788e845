import type { SettingsBody } from '@repertoire/protocol'
import { useState } from 'react'
import { Button } from '../../shared/design/button.tsx'
import { Modal } from '../../shared/design/dialog.tsx'
import { Form } from '../../shared/design/form.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { Section } from '../../shared/design/section.tsx'
import { ExplainedToggle } from '../../shared/design/toggle.tsx'
import { type SignerDraft, SignerFields, signerOf } from './signer-fields.tsx'

type Settings = Pick<SettingsBody, 'trusted_signers' | 'signature_required'>

interface SignerSettingsProps {
  readonly form: Settings
  readonly writable: boolean
  readonly set: (change: Partial<Settings>) => void
}

/** Whose signatures on packages are trusted. */
export function SignerSettings({ form, writable, set }: SignerSettingsProps) {
  const { trusted_signers: signers, signature_required: isRequired } = form
  const [isAdding, setAdding] = useState(false)
  return (
    <Section
      title="Signatures"
      description="A skill can carry a signature of whoever made it (OpenSSF Model Signing). That of a signer whom you trust is named in the inbox; a broken one is never approved."
    >
      {signers.length === 0 && <p className="mb-3 text-ink-2">No signer is trusted yet.</p>}
      {signers.length > 0 && (
        <ul aria-label="Trusted signers" className="card mb-3 divide-y divide-line">
          {signers.map((signer, at) => (
            <li key={signer.pem} className="flex flex-wrap items-center gap-3 px-4 py-2">
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                <MarkedText text={signer.name} />
                {signer.identity !== null && (
                  <span className="ml-2 text-xs text-ink-3">
                    <MarkedText text={signer.identity} />
                  </span>
                )}
              </span>
              <Button
                size="small"
                disabled={!writable}
                aria-label={`Remove ${signer.name}`}
                onClick={() => set({ trusted_signers: signers.filter((_, index) => index !== at) })}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button disabled={!writable} onClick={() => setAdding(true)}>
        Trust a signer…
      </Button>
      <div className="mt-4">
        <ExplainedToggle
          label="Only signed skills"
          explains="What has no signature of a trusted signer cannot be approved, whoever wants to."
          disabled={!writable}
          checked={isRequired}
          onChange={(signature_required) => set({ signature_required })}
        />
      </div>
      {isAdding && (
        <SignerDialog
          onAdd={(signer) => set({ trusted_signers: [...signers, signer] })}
          onClose={() => setAdding(false)}
        />
      )}
    </Section>
  )
}

interface SignerDialogProps {
  readonly onAdd: (signer: Settings['trusted_signers'][number]) => void
  readonly onClose: () => void
}

/** Adds to what is saved with the other settings of the page. */
function SignerDialog({ onAdd, onClose }: SignerDialogProps) {
  const [draft, setDraft] = useState<SignerDraft>({ name: '', pem: '', identity: '' })
  return (
    <Modal open onClose={onClose} title="Trust a signer">
      <Form
        className="flex flex-col gap-4"
        onSubmit={() => {
          onAdd(signerOf(draft))
          onClose()
        }}
      >
        <SignerFields
          draft={draft}
          onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Add
          </Button>
        </div>
      </Form>
    </Modal>
  )
}
