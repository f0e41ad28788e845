import { RadioList } from '../../shared/design/radio-list.tsx'
import { Section } from '../../shared/design/section.tsx'
import { ExplainedToggle } from '../../shared/design/toggle.tsx'
import { policies } from './policies.ts'
import type { EditedSettings } from './settings-form.tsx'

/** Whether agents may look for skills in the registry of the organisation. */
export function RegistrySettings({ form, writable, set }: Omit<EditedSettings, 'saved'>) {
  return (
    <Section
      title="Registry search"
      description="Agents search the registry that is connected under Sources, when the library has nothing that fits."
    >
      <ExplainedToggle
        label="Let agents search a public registry"
        explains="A fetched skill is scanned first, counts against the same budget and stays in its conversation."
        className="mb-4"
        checked={form.skills_dynamic_search_enabled}
        disabled={!writable}
        onChange={(on) => set({ skills_dynamic_search_enabled: on })}
      />
      <RadioList
        label="Policy for registry skills"
        value={form.skills_dynamic_search_policy}
        options={policies}
        disabled={!writable}
        onChange={(policy) => set({ skills_dynamic_search_policy: policy })}
      />
    </Section>
  )
}
