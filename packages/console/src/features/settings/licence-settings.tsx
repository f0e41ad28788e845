import { LinesField } from '../../shared/design/lines-field.tsx'
import { Section } from '../../shared/design/section.tsx'
import type { EditedSettings } from './settings-form.tsx'

const lists = [
  { key: 'allowed', label: 'Allowed', hint: 'Nobody is asked about these.' },
  { key: 'ask', label: 'Asked about', hint: 'And so is each licence that is on no list.' },
  { key: 'refused', label: 'Refused', hint: 'Nobody can approve these.' },
] as const

/** What becomes of packages by their licence. */
export function LicenceSettings({ form, writable, set }: Omit<EditedSettings, 'saved'>) {
  const policy = form.licence_policy
  return (
    <Section
      title="Licences"
      description="What becomes of a skill that comes in, by its licence: an SPDX identifier a line, such as Apache-2.0. Reserved rights are always refused."
    >
      <div className="grid gap-4 sm:grid-cols-3">
        {lists.map(({ key, label, hint }) => (
          <LinesField
            key={key}
            label={label}
            hint={hint}
            rows={8}
            disabled={!writable}
            lines={policy[key]}
            onChange={(lines) => set({ licence_policy: { ...policy, [key]: lines } })}
          />
        ))}
      </div>
    </Section>
  )
}
