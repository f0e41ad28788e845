import type { SettingsBody, SettingsUpdate } from '@repertoire/protocol'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { problemOf } from '../../shared/api/problem.ts'
import { queryClient, settingsQuery } from '../../shared/api/queries.ts'
import { editedSince } from '../../shared/design/edited-since.ts'
import { PendingChanges } from '../../shared/design/pending-changes.tsx'
import { ProblemNotice } from '../../shared/design/problem-notice.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { saveSettings, settingsScope } from '../../shared/queries/change-settings.ts'
import { SettingsSaveBar } from './settings-save-bar.tsx'

type Editable = Omit<SettingsBody, 'etag'>

export interface EditedSettings {
  readonly saved: SettingsBody
  /** What is stored, with what was edited here. */
  readonly form: Editable
  readonly writable: boolean
  readonly set: (change: Partial<Editable>) => void
}

interface SettingsFormProps {
  readonly settings: SettingsBody
  readonly writable: boolean
  readonly children: (edited: EditedSettings) => ReactNode
}

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
  'egress_allow_list',
  'web_fetch_enabled',
  'licence_policy',
  'trusted_signers',
  'signature_required',
  'archive_agent_skills_after_days',
  'minimum_update_age_days',
  'outcome_retest_max_cost',
  'search_synonyms',
  'search_log',
  'scan_preset',
  'scan_severities',
  'review_model_id',
  'allowed_tools_meaning',
  'nudges',
  'skill_body_budget_chars',
  'skill_list_max_chars',
  'routing',
] as const

/** Settings of the organisation that are edited together and saved together. */
export function SettingsForm({ settings, writable, children }: SettingsFormProps) {
  const [edited, setEdited] = useState<Partial<Editable>>({})
  const form: Editable = { ...settings, ...edited }
  const count = Object.keys(changesOf(settings, form)).length
  const save = useMutation({
    scope: settingsScope,
    mutationFn: (sent: Sent) =>
      saveSettings(
        changesOf(sent.settings, { ...sent.settings, ...sent.edited }),
        sent.settings.etag,
      ),
    onSuccess: (_, sent) => {
      setEdited((now) => editedSince(now, sent.edited))
      showToast('Settings saved')
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
  return (
    <>
      {children({ saved: settings, form, writable, set })}
      {save.isError && (
        <ProblemNotice
          error={save.error}
          whenStale="The newest settings are shown now, with your changes on top. Save again to keep yours."
        />
      )}
      <PendingChanges
        changed={count > 0}
        what="the settings"
        saving={save.isPending}
        save={saveAll}
        discard={() => setEdited({})}
      />
      {count > 0 && (
        <SettingsSaveBar
          count={count}
          saving={save.isPending}
          onSave={() => void saveAll()}
          onDiscard={() => setEdited({})}
        />
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
