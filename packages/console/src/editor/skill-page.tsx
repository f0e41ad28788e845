import { Tabs } from '@base-ui/react/tabs'
import type { SkillBody } from '@repertoire/protocol'
import { spellOut } from '@repertoire/skill-md/text'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Archive, SearchX, Trash2 } from 'lucide-react'
import { Button, buttonClass, IconButton } from '../design/button.tsx'
import { Notice } from '../design/notice.tsx'
import { Page } from '../design/page.tsx'
import { Empty, Failed, Loading } from '../design/states.tsx'
import { TabList } from '../design/tab-list.tsx'
import { ExecutionList } from '../executions/execution-list.tsx'
import { problemOf } from '../shell/problem.ts'
import { skillQuery } from '../shell/queries.ts'
import type { EditorTab } from '../shell/search-params.ts'
import { useCan, useMayWriteSkills } from '../shell/use-me.ts'
import { archiveWithUndo } from '../skills/archive-skill.ts'
import { deleteSkills } from '../skills/delete-skills.ts'
import { ArchivedNotice } from './archived-notice.tsx'
import { ConflictView } from './conflict-view.tsx'
import { DetailsTab } from './details/details-tab.tsx'
import { EditTab } from './edit-tab.tsx'
import { ExportMenu } from './export-menu.tsx'
import { FilesTab } from './files/files-tab.tsx'
import { InsightsTab } from './insights-tab.tsx'
import { ModelTab } from './model-tab.tsx'
import { OfferSkill } from './offer-skill.tsx'
import { PreviewTab } from './preview-tab.tsx'
import { ReadOnlyNotice } from './read-only-notice.tsx'
import { RevisionsTab } from './revisions-tab.tsx'
import { RoutingTab } from './routing/routing-tab.tsx'
import { SaveBar } from './save-bar.tsx'
import { SkillSubtitle } from './skill-subtitle.tsx'
import { TrustTab } from './trust/trust-tab.tsx'
import { useSkillEditing } from './use-skill-editing.ts'
import { useSkillText } from './use-skill-text.ts'

const route = getRouteApi('/app/skills/$id')

const tabs = [
  { value: 'edit', label: 'Edit' },
  { value: 'preview', label: 'Preview' },
  { value: 'model', label: 'What the model sees' },
  { value: 'revisions', label: 'Revisions' },
  { value: 'files', label: 'Files' },
  { value: 'runs', label: 'Runs' },
  { value: 'routing', label: 'Routing' },
  { value: 'trust', label: 'Trust' },
  { value: 'insights', label: 'Insights' },
  { value: 'details', label: 'Details' },
] as const satisfies readonly { value: EditorTab; label: string }[]

export function SkillPage() {
  const { id } = route.useParams()
  const skill = useQuery(skillQuery(id))
  if (skill.isPending) return <Loading rows={8} label="Loading the skill" />
  if (skill.isError && !skill.data) {
    if (problemOf(skill.error).status === 404) return <Absent />
    return (
      <Page title="Skill">
        <Failed
          what="This skill could not be read"
          error={skill.error}
          onRetry={() => void skill.refetch()}
        />
      </Page>
    )
  }
  return <SkillEditor key={id} skill={skill.data} />
}

function Absent() {
  return (
    <Empty
      icon={<SearchX size={20} />}
      title="There is no such skill"
      action={
        <>
          <Link to="/skills" className={buttonClass('primary')}>
            Go to Skills
          </Link>
          <Link to="/skills/deleted" className={buttonClass()}>
            Recently deleted
          </Link>
        </>
      }
    >
      It was deleted, or it belongs to somebody else.
    </Empty>
  )
}

function SkillEditor({ skill }: { readonly skill: SkillBody }) {
  const { tab = 'edit', file, revision } = route.useSearch()
  const navigate = useNavigate({ from: '/skills/$id' })
  const writable = useMayWriteSkills(skill.scope)
  const runs = useCan('conversations.use')
  const editing = useSkillEditing(skill)
  const { draft, changed, theirs, saving } = editing
  const { loaded, advice, body, characters } = useSkillText(draft.source)
  const show = (next: EditorTab) =>
    void navigate({ search: next === 'edit' ? {} : { tab: next }, replace: true })
  return (
    <Page
      title={spellOut(skill.name)}
      subtitle={<SkillSubtitle skill={skill} changed={changed} />}
      actions={
        <>
          <ExportMenu skillId={skill.id} />
          {writable && skill.scope === 'user' && <OfferSkill skill={skill} changed={changed} />}
          {writable && (
            <>
              <SaveBar
                label="Save"
                busy={saving.isPending}
                ready={changed && theirs === null}
                onSave={editing.save}
              />
              {skill.archived_at === null && (
                <IconButton label="Archive skill" onClick={() => void archiveWithUndo(skill)}>
                  <Archive size={16} />
                </IconButton>
              )}
              <IconButton
                label="Delete skill"
                onClick={() => {
                  void navigate({ to: '/skills' }).then(() => deleteSkills([skill]))
                }}
              >
                <Trash2 size={16} />
              </IconButton>
            </>
          )}
        </>
      }
    >
      {!writable && <ReadOnlyNotice scope={skill.scope} />}
      <ArchivedNotice skill={skill} writable={writable} />
      {editing.restored && changed && !theirs && (
        <div className="mb-4">
          <Notice
            title="Unsaved changes were restored"
            actions={
              <Button size="small" onClick={editing.discard}>
                Discard them
              </Button>
            }
          >
            They were kept in this browser and are not on the server yet.
          </Notice>
        </div>
      )}
      {theirs ? (
        <ConflictView
          theirs={theirs}
          mine={draft.source}
          busy={saving.isPending}
          onSave={editing.saveOver}
          onTheirs={editing.discard}
          onBack={editing.keepEditing}
        />
      ) : (
        <Tabs.Root value={tab} onValueChange={(next) => show(next as EditorTab)}>
          <TabList
            label="Views of the skill"
            tabs={tabs.filter(({ value }) => runs || (value !== 'runs' && value !== 'insights'))}
          />
          <Tabs.Panel value="edit">
            <EditTab
              source={draft.source}
              loaded={loaded}
              advice={advice}
              characters={characters}
              writable={writable}
              onSource={(source) => editing.edit({ source })}
              enabled={draft.enabled}
              onEnabled={(enabled) => editing.edit({ enabled })}
              scope={skill.scope}
              knownSlug={skill.slug}
            />
          </Tabs.Panel>
          <Tabs.Panel value="preview" className="pt-4">
            <PreviewTab body={body} onSource={() => show('edit')} />
          </Tabs.Panel>
          <Tabs.Panel value="model">
            <ModelTab source={draft.source} loaded={loaded} characters={characters} />
          </Tabs.Panel>
          <Tabs.Panel value="revisions">
            <RevisionsTab
              skill={skill}
              writable={writable}
              onEdit={(source) => {
                editing.edit({ source })
                show('edit')
              }}
            />
          </Tabs.Panel>
          <Tabs.Panel value="files">
            <FilesTab
              skill={skill}
              runs={runs}
              place={{ ...(file ? { file } : {}), ...(revision ? { revision } : {}) }}
              onPlace={(place) =>
                void navigate({ search: { tab: 'files', ...place }, replace: true })
              }
            />
          </Tabs.Panel>
          <Tabs.Panel value="runs" className="pt-4">
            {runs && (
              <ExecutionList
                skillId={skill.id}
                whenEmpty="Take “Run…” at a script in the tab Files, or let an agent run it."
              />
            )}
          </Tabs.Panel>
          <Tabs.Panel value="routing">
            <RoutingTab
              skill={skill}
              source={draft.source}
              loaded={loaded}
              onSource={(source) => editing.edit({ source })}
              writable={writable}
            />
          </Tabs.Panel>
          <Tabs.Panel value="trust">
            <TrustTab skillId={skill.id} slug={skill.slug} />
          </Tabs.Panel>
          <Tabs.Panel value="insights">{runs && <InsightsTab skill={skill} />}</Tabs.Panel>
          <Tabs.Panel value="details">
            <DetailsTab skill={skill} writable={writable} />
          </Tabs.Panel>
        </Tabs.Root>
      )}
    </Page>
  )
}
