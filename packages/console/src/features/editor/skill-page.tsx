import { Tabs } from '@base-ui/react/tabs'
import type { SkillBody } from '@repertoire/protocol'
import { renderAnnotations } from '@repertoire/skill-md/text'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Archive, Pencil, SearchX, Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import { preload } from '../../shared/api/preload.ts'
import { problemOf } from '../../shared/api/problem.ts'
import { skillQuery } from '../../shared/api/queries.ts'
import type { EditorTab } from '../../shared/api/search-params.ts'
import { filesInConflict } from '../../shared/browser/skill-draft.ts'
import { Button, buttonClass, IconButton } from '../../shared/design/button.tsx'
import { classNames } from '../../shared/design/class-names.ts'
import { Page } from '../../shared/design/page.tsx'
import { PendingChanges } from '../../shared/design/pending-changes.tsx'
import { Segments } from '../../shared/design/segments.tsx'
import { EmptyPage, FailedQuery, Loading } from '../../shared/design/states.tsx'
import { TabList } from '../../shared/design/tab-list.tsx'
import { useCan, useMayWriteSkills } from '../../shared/session/use-me.ts'
import { archiveWithUndo } from '../skills/archive-skill.ts'
import { deleteSkills } from '../skills/delete-skills.ts'
import { loadCodeEditor } from './code-editor.tsx'
import { ConflictView } from './conflict-view.tsx'
import { ExportMenu } from './export-menu.tsx'
import { useOwnOffer } from './own-offer.ts'
import { SaveBar } from './save-bar.tsx'
import { SkillNotices } from './skill-notices.tsx'
import { SkillSubtitle } from './skill-subtitle.tsx'
import { SkillView } from './skill-view.tsx'
import { skillTabs, tabOf, viewAt } from './skill-views.ts'
import { SuggestSkill } from './suggest-skill.tsx'
import { useSkillEditing } from './use-skill-editing.ts'

const route = getRouteApi('/app/skills/$id')

/** Views of what conversations did with the skill. */
const ofConversations: ReadonlySet<EditorTab> = new Set<EditorTab>(['runs', 'insights'])

export function SkillPage() {
  const { id } = route.useParams()
  useEffect(() => preload(loadCodeEditor), [])
  const skill = useQuery(skillQuery(id))
  if (skill.isPending) return <Loading rows={8} label="Loading the skill" />
  if (skill.isError && !skill.data) {
    if (problemOf(skill.error).status === 404) return <SkillNotFound />
    return (
      <Page title="Skill">
        <FailedQuery what="This skill could not be read" query={skill} />
      </Page>
    )
  }
  return <SkillEditor key={id} skill={skill.data} />
}

function SkillNotFound() {
  return (
    <EmptyPage
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
    </EmptyPage>
  )
}

function SkillEditor({ skill }: { readonly skill: SkillBody }) {
  const view = viewAt(route.useSearch().tab)
  const navigate = useNavigate({ from: '/skills/$id' })
  const writable = useMayWriteSkills(skill.scope)
  const runs = useCan('conversations.use')
  const editing = useSkillEditing(skill)
  const { draft, changed, theirs, saving } = editing
  const offer = useOwnOffer(skill)
  const current = tabOf(view)
  const views = (current?.views ?? []).filter(({ value }) => runs || !ofConversations.has(value))
  const show = (next: EditorTab | undefined) =>
    void navigate({
      search: next === undefined || next === 'overview' ? {} : { tab: next },
      replace: true,
    })
  const filling = view === 'edit' ? 'flex min-h-0 flex-1 flex-col' : undefined
  return (
    <Page
      fills={view === 'edit' && theirs === null}
      title={renderAnnotations(skill.name)}
      subtitle={<SkillSubtitle skill={skill} changed={changed} />}
      actions={
        <>
          <ExportMenu skillId={skill.id} />
          {writable && skill.scope === 'user' && (offer === null || offer.state === 'approved') && (
            <SuggestSkill skill={skill} changed={changed} />
          )}
          {writable && (
            <>
              {changed || view === 'edit' ? (
                <SaveBar
                  label="Save"
                  busy={saving.isPending}
                  ready={changed && theirs === null}
                  reason={editing.reason}
                  onReason={editing.setReason}
                  onSave={editing.save}
                />
              ) : (
                <Button variant="primary" onClick={() => show('edit')}>
                  <Pencil size={15} aria-hidden="true" /> Edit
                </Button>
              )}
              {skill.archived_at === null && (
                <IconButton label="Archive skill" onClick={() => void archiveWithUndo(skill)}>
                  <Archive size={16} />
                </IconButton>
              )}
              <IconButton
                label="Delete skill"
                onClick={() => {
                  void navigate({ to: '/skills', ignoreBlocker: true }).then(() =>
                    deleteSkills([skill]),
                  )
                }}
              >
                <Trash2 size={16} />
              </IconButton>
            </>
          )}
        </>
      }
    >
      <PendingChanges
        changed={changed}
        what="this skill"
        kept
        saving={saving.isPending}
        save={editing.saveNow}
      />
      <SkillNotices skill={skill} writable={writable} editing={editing} offer={offer} />
      {theirs ? (
        <ConflictView
          theirs={theirs}
          mine={draft.source}
          files={filesInConflict(draft, theirs)}
          onDropFile={editing.dropFile}
          busy={saving.isPending}
          onSave={editing.saveOver}
          onTheirs={editing.discard}
          onBack={editing.keepEditing}
        />
      ) : (
        <Tabs.Root
          className={filling}
          value={current?.label ?? null}
          onValueChange={(next) =>
            show(skillTabs.find(({ label }) => label === next)?.views[0]?.value)
          }
        >
          <TabList
            label="Views of the skill"
            tabs={skillTabs.map(({ label }) => ({ value: label, label }))}
          />
          <Tabs.Panel value={current?.label ?? null} className={classNames('pt-4', filling)}>
            {views.length > 1 && (
              <div className="mb-4">
                <Segments
                  label={`Views of ${current?.label}`}
                  value={view}
                  options={views}
                  onChange={(next) => show(next as EditorTab)}
                />
              </div>
            )}
            <SkillView
              skill={skill}
              view={view}
              editing={editing}
              writable={writable}
              onShow={show}
            />
          </Tabs.Panel>
        </Tabs.Root>
      )}
    </Page>
  )
}
