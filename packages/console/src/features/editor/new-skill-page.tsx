import { Tabs } from '@base-ui/react/tabs'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { problemOf } from '../../shared/api/problem.ts'
import { queryClient } from '../../shared/api/queries.ts'
import {
  keepSkillDraft,
  readSkillDraft,
  type SkillDraft,
} from '../../shared/browser/skill-draft.ts'
import { Button } from '../../shared/design/button.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { Page } from '../../shared/design/page.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { TabList } from '../../shared/design/tab-list.tsx'
import { PreviewTab } from '../../shared/reading/preview-tab.tsx'
import { AllowedPage } from '../../shared/session/allowed-page.tsx'
import { useMayWriteSkills } from '../../shared/session/use-me.ts'
import { EditTab } from './edit-tab.tsx'
import { ModelTab } from './model-tab.tsx'
import { onlyOwnBecause } from './only-own-because.ts'
import { SaveBar } from './save-bar.tsx'
import { newSkillText } from './skill-form.ts'
import { useSkillText } from './use-skill-text.ts'

const blank: SkillDraft = { source: newSkillText, enabled: true, etag: '', files: [] }
const tabs = [
  { value: 'edit', label: 'Edit' },
  { value: 'preview', label: 'Preview' },
  { value: 'model', label: 'What the model sees' },
] as const

const untouched = {
  title: 'Write what the skill is first',
  text: 'Its name and its description are still those of the template.',
}

/** A skill that is not kept yet. */
export function NewSkillPage() {
  return (
    <AllowedPage title="New skill" needs="skills.write">
      <NewSkill />
    </AllowedPage>
  )
}

function NewSkill() {
  const navigate = useNavigate()
  const writesForAll = useMayWriteSkills('org')
  const [kept] = useState(() => readSkillDraft('new'))
  const [restored, setRestored] = useState(kept !== null)
  const [draft, setDraft] = useState<SkillDraft>(kept ?? blank)
  const [reason, setReason] = useState('')
  const scope = writesForAll ? (draft.scope ?? 'org') : 'user'
  const { loaded, advice, body, characters } = useSkillText(draft.source)
  const [tab, setTab] = useState('edit')
  // The text that somebody tried to create too early.
  const [refused, setRefused] = useState<string | null>(null)
  const touched = draft.source !== blank.source
  useEffect(() => keepSkillDraft('new', touched ? draft : null), [draft, touched])
  const create = useMutation({
    mutationFn: () => {
      const { source: content, enabled } = draft
      return api.skills.create({ content, scope, enabled, reason: reason.trim() })
    },
    onSuccess: async (skill) => {
      keepSkillDraft('new', null)
      showToast(`Created ${skill.name}`)
      await queryClient.invalidateQueries({ queryKey: ['skills'] })
      await navigate({ to: '/skills/$id', params: { id: skill.id } })
    },
  })
  const early = refused === draft.source
  const tryToCreate = () => {
    if (loaded.ok && touched) return create.mutate()
    setTab('edit')
    setRefused(draft.source)
  }
  const problem = create.isError ? problemOf(create.error) : null
  return (
    <Page
      title="New skill"
      subtitle="One Markdown file: the frontmatter says when to use it, the text says how."
      actions={
        <SaveBar
          label="Create"
          busy={create.isPending}
          ready
          reason={reason}
          onReason={setReason}
          onSave={tryToCreate}
        />
      }
    >
      <div className="flex flex-col gap-3 empty:hidden [&:not(:empty)]:mb-4">
        {problem && (
          <Notice tone="bad" urgent title={problem.message}>
            {problem.hint}
          </Notice>
        )}
        {early && (
          <Notice tone="warn" urgent title={touched ? 'It cannot be read' : untouched.title}>
            {touched ? 'What is wrong is listed below the text. Mend it first.' : untouched.text}
          </Notice>
        )}
        {restored && touched && (
          <Notice
            title="Your unsaved skill was restored"
            actions={
              <Button
                size="small"
                onClick={() => {
                  setDraft(blank)
                  setRestored(false)
                }}
              >
                Discard it
              </Button>
            }
          >
            It was kept in this browser and is not on the server yet.
          </Notice>
        )}
      </div>
      <Tabs.Root value={tab} onValueChange={(next) => setTab(String(next))}>
        <TabList label="Views of the skill" tabs={tabs} />
        <Tabs.Panel value="edit" className="pt-4">
          <EditTab
            source={draft.source}
            loaded={loaded}
            advice={advice}
            characters={characters}
            writable
            onSource={(source) => setDraft((before) => ({ ...before, source }))}
            enabled={draft.enabled}
            onEnabled={(enabled) => setDraft((before) => ({ ...before, enabled }))}
            scope={scope}
            onScope={(next) => setDraft((before) => ({ ...before, scope: next }))}
            {...(writesForAll ? {} : { onlyOwnBecause })}
            knownSlug=""
            tried={early}
          />
        </Tabs.Panel>
        <Tabs.Panel value="preview" className="pt-4">
          <PreviewTab body={body} onSource={() => setTab('edit')} />
        </Tabs.Panel>
        <Tabs.Panel value="model">
          <ModelTab source={draft.source} loaded={loaded} characters={characters} />
        </Tabs.Panel>
      </Tabs.Root>
    </Page>
  )
}
