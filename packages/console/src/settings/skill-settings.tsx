import type { SettingsBody, SettingsUpdate } from '@repertoire/protocol'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { Button } from '../design/button.tsx'
import { editedSince } from '../design/edited-since.ts'
import { NumberField, TextArea } from '../design/field.tsx'
import { Notice } from '../design/notice.tsx'
import { RadioList } from '../design/radio-list.tsx'
import { Section } from '../design/section.tsx'
import { problemOf } from '../shell/problem.ts'
import { queryClient, settingsQuery } from '../shell/queries.ts'
import { UnsavedChanges } from '../shell/unsaved-changes.tsx'
import { AgentSettings } from './agent-settings.tsx'
import { CatalogueSettings } from './catalogue-settings.tsx'
import { saveSettings, settingsScope } from './change-settings.ts'
import { EgressSettings } from './egress-settings.tsx'
import { policies } from './policies.ts'
import { PromptBudget } from './prompt-budget.tsx'
import { RegistrySettings } from './registry-settings.tsx'
import { ScannerSettings } from './scanner-settings.tsx'
import { UpdateSettings } from './update-settings.tsx'

interface SkillSettingsProps {
  readonly settings: SettingsBody
  readonly writable: boolean
}

type Editable = Omit<SettingsBody, 'etag'>

interface Sent {
  readonly settings: SettingsBody
  readonly edited: Partial<Editable>
}

const keys = [
  'skills_max_prompt_chars',
  'skills_dynamic_search_enabled',
  'skill_enablement_policy',
  'skills_dynamic_search_policy',
  'organisation_policies',
  'approval_ttl_minutes',
  'toolsets',
  'agent_skill_policy',
  'web_fetch_enabled',
  'archive_agent_skills_after_days',
  'minimum_update_age_days',
  'scan_preset',
  'scan_severities',
  'nudges',
  'skill_body_budget_chars',
  'skill_list_max_chars',
  'routing',
] as const

/** How skills are paid for and approved in this organisation. */
export function SkillSettings({ settings, writable }: SkillSettingsProps) {
  const [edited, setEdited] = useState<Partial<Editable>>({})
  const form: Editable = { ...settings, ...edited }
  const changes = changesOf(settings, form)
  const changed = Object.keys(changes).length > 0
  const save = useMutation({
    scope: settingsScope,
    mutationFn: (sent: Sent) =>
      saveSettings(
        changesOf(sent.settings, { ...sent.settings, ...sent.edited }),
        sent.settings.etag,
      ),
    onSuccess: (_, sent) => {
      setEdited((now) => editedSince(now, sent.edited))
      toast.success('Settings saved')
    },
    onError: async (error) => {
      // Somebody else changed them: show theirs beside what was edited here, ready to save again.
      if (problemOf(error).status === 412) await queryClient.invalidateQueries(settingsQuery)
    },
  })
  const set = (change: Partial<Editable>) => setEdited((before) => ({ ...before, ...change }))
  const saveAll = () =>
    save.mutateAsync({ settings, edited }).then(
      () => true,
      () => false,
    )
  const problem = save.isError ? problemOf(save.error) : null
  return (
    <>
      <PromptBudget saved={settings} form={form} writable={writable} set={set} />
      <Section title="Activation" description="Who has to agree before an agent uses a skill.">
        <RadioList
          label="Enablement policy"
          value={form.skill_enablement_policy}
          options={policies}
          disabled={!writable}
          onChange={(policy) => set({ skill_enablement_policy: policy })}
        />
        <NumberField
          label="Minutes to answer an approval"
          min={1}
          max={43_200}
          className="mt-4 max-w-60"
          disabled={!writable}
          value={form.approval_ttl_minutes}
          onChange={(minutes) => set({ approval_ttl_minutes: minutes })}
          hint="After that the question expires and the agent goes on without the skill."
        />
      </Section>
      <CatalogueSettings form={form} writable={writable} set={set} />
      <AgentSettings form={form} writable={writable} set={set} />
      <EgressSettings
        list={form.egress_allow_list}
        writable={writable}
        onChange={(list) => set({ egress_allow_list: list })}
      />
      <Section
        title="Organisation policies"
        description="Stands first in every system prompt, before memory and skills."
      >
        <TextArea
          label="Text for every agent"
          rows={6}
          maxLength={50_000}
          disabled={!writable}
          value={form.organisation_policies}
          onChange={(event) => set({ organisation_policies: event.target.value })}
        />
      </Section>
      <RegistrySettings form={form} writable={writable} set={set} />
      <UpdateSettings form={form} writable={writable} set={set} />
      <ScannerSettings form={form} writable={writable} set={set} />
      {problem && (
        <Notice tone="bad" urgent title={problem.message}>
          {problem.status === 412
            ? 'The newest settings are shown now, with your changes on top. Save again to keep yours.'
            : problem.hint}
        </Notice>
      )}
      <UnsavedChanges
        changed={changed}
        what="the settings"
        saving={save.isPending}
        save={saveAll}
        discard={() => setEdited({})}
      />
      {changed && (
        <div
          data-page-foot
          className="popup fade-in sticky bottom-4 z-10 mx-auto my-4 flex w-fit items-center gap-3 px-4 py-2"
        >
          <span role="status" className="text-xs font-medium">
            Unsaved settings
          </span>
          <Button size="small" onClick={() => setEdited({})}>
            Discard
          </Button>
          <Button
            size="small"
            variant="primary"
            disabled={save.isPending}
            onClick={() => void saveAll()}
          >
            {save.isPending ? 'Saving…' : 'Save settings'}
          </Button>
        </div>
      )}
    </>
  )
}

/** Only what differs is sent. */
function changesOf(settings: SettingsBody, form: Editable): SettingsUpdate {
  return Object.fromEntries(
    keys.filter((key) => !same(form[key], settings[key])).map((key) => [key, form[key]]),
  )
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
