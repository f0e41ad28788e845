import { NumberField } from '../../shared/design/field.tsx'
import { Section } from '../../shared/design/section.tsx'
import type { EditedSettings } from './settings-form.tsx'

/** How long updates of sources wait before they are applied by themselves. */
export function UpdateSettings({ form, writable, set }: Omit<EditedSettings, 'saved'>) {
  return (
    <Section
      title="Updates from sources"
      description="For sources that apply clean updates by themselves. A malicious release is often found out within days."
    >
      <NumberField
        label="Days before a clean update is applied"
        min={0}
        max={365}
        className="[&>input]:max-w-60"
        disabled={!writable}
        value={form.minimum_update_age_days}
        onChange={(days) => set({ minimum_update_age_days: days })}
        hint={
          form.minimum_update_age_days === 0
            ? 'At once: the sync that finds it applies it.'
            : 'Counted from when this server saw it first. A source can have its own number.'
        }
      />
    </Section>
  )
}

/** What the outcome tests of the skills in use may cost when a model changes. */
export function RetestSettings({ form, writable, set }: Omit<EditedSettings, 'saved'>) {
  return (
    <Section
      title="Tests after a change of model"
      description="The outcome tests of the skills in use run again when the default model or an agent’s model changes. The overview says which skills got worse."
    >
      <NumberField
        label="What they may cost a day"
        min={0}
        max={1000}
        step="any"
        className="[&>input]:max-w-60"
        disabled={!writable}
        value={form.outcome_retest_max_cost}
        onChange={(cost) => set({ outcome_retest_max_cost: cost })}
        hint={
          form.outcome_retest_max_cost === 0
            ? 'Off: no tests run by themselves.'
            : 'In the currency of the models’ prices. A model without a price is not tried.'
        }
      />
    </Section>
  )
}
