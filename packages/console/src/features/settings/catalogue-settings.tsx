import type { SettingsBody } from '@repertoire/protocol'
import { Link } from '@tanstack/react-router'
import { NumberField } from '../../shared/design/field.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { Section } from '../../shared/design/section.tsx'
import { RoutingFields } from '../routing/routing-fields.tsx'
import type { EditedSettings } from './settings-form.tsx'

/** How skills are chosen for a turn, and how much of their text it takes. */
export function CatalogueSettings({ form, writable, set }: Omit<EditedSettings, 'saved'>) {
  return (
    <Section
      title="Catalogue for each turn"
      description="How skills are chosen for a message, for agents that have these tools. An agent may have its own."
    >
      {form.toolsets.includes('routed') && form.skill_enablement_policy !== 'auto' && (
        <div className="mb-4">
          <Notice tone="warn">
            Agents with “Catalogue for each turn” load skills without asking, whatever the policy
            above: a text allows nothing. What their tools do is asked about when they are called.
          </Notice>
        </div>
      )}
      <NumberField
        label="Characters of skill texts in one turn"
        min={0}
        max={1_000_000}
        step={500}
        className="mb-4 max-w-60"
        disabled={!writable}
        value={form.skill_body_budget_chars}
        onChange={(most) => set({ skill_body_budget_chars: most })}
        hint="Of more, the texts of the lowest priority leave the prompt; their summaries stay."
      />
      <RoutingFields
        value={form.routing}
        writable={writable}
        onChange={(routing) => set({ routing: routing as SettingsBody['routing'] })}
      />
      <p className="mt-4 text-xs text-ink-3">
        <Link to="/routing" className="underline">
          Try it on a message
        </Link>
      </p>
    </Section>
  )
}
