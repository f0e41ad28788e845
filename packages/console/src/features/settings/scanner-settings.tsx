import { Notice } from '../../shared/design/notice.tsx'
import { RadioList } from '../../shared/design/radio-list.tsx'
import { Section } from '../../shared/design/section.tsx'
import { useCan } from '../../shared/session/use-me.ts'
import { ReviewModelChoice } from './review-model-choice.tsx'
import { RuleSeverities } from './rule-severities.tsx'
import type { EditedSettings } from './settings-form.tsx'

const presets = [
  {
    value: 'strict',
    label: 'Strict',
    explains: 'One medium finding is enough: the skill waits until a person has read it.',
  },
  {
    value: 'balanced',
    label: 'Balanced',
    explains: 'A high finding waits, and so do medium ones of three families. The default.',
  },
  {
    value: 'quiet',
    label: 'Quiet',
    explains: 'Only high findings wait. Medium ones are shown, and hold nothing. For owners.',
  },
] as const

/** What the findings of the scanner hold back, and how much each rule counts here. */
export function ScannerSettings({ saved, form, writable, set }: EditedSettings) {
  const isOwner = useCan('scanner.relax')
  return (
    <Section
      title="Scanner"
      description="What waits for a person, whatever way a skill comes in. A critical finding blocks, and what cannot be scanned waits, in each."
    >
      <RadioList
        label="Preset"
        value={form.scan_preset}
        options={presets}
        disabled={!writable}
        onChange={(preset) => set({ scan_preset: preset })}
      />
      {form.scan_preset === 'quiet' && (
        <div className="mt-3">
          <Notice tone="warn">
            Several small oddities together are often how an attack looks. Under Quiet nobody is
            asked about them.
          </Notice>
        </div>
      )}
      <ReviewModelChoice
        saved={saved.review_model_id}
        chosen={form.review_model_id}
        writable={writable}
        onChange={(id) => set({ review_model_id: id })}
      />
      <RuleSeverities
        severities={form.scan_severities}
        writable={writable}
        mayLower={isOwner}
        onChange={(severities) => set({ scan_severities: severities })}
      />
      <p className="mt-3 text-xs text-ink-3">
        Skills that are enabled stay so; their Trust tab shows what the scan says of them by these
        settings.
      </p>
    </Section>
  )
}
