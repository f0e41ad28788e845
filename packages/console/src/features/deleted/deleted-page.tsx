import type { DeletedSkillBody } from '@repertoire/protocol'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { problemOf } from '../../shared/api/problem.ts'
import { deletedQuery, queryClient } from '../../shared/api/queries.ts'
import { Badge } from '../../shared/design/badge.tsx'
import { Button, buttonClass } from '../../shared/design/button.tsx'
import { AskFirst } from '../../shared/design/dialog.tsx'
import { showErrorToast } from '../../shared/design/error-toast.ts'
import { plural } from '../../shared/design/numbers.ts'
import { Page } from '../../shared/design/page.tsx'
import { PagedList } from '../../shared/design/paged-list.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { Empty } from '../../shared/design/states.tsx'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { useAction } from '../../shared/design/use-action.ts'
import { useFocusKept } from '../../shared/design/use-focus-kept.ts'
import { AllowedPage } from '../../shared/session/allowed-page.tsx'
import { ProvenanceLabel } from '../skills/provenance-label.tsx'
import { RestoreDialog } from './restore-dialog.tsx'

/** What was deleted in the last 30 days, and its way back. */
export function DeletedPage() {
  return (
    <AllowedPage title="Recently deleted" needs="skills.write">
      <DeletedSkills />
    </AllowedPage>
  )
}

function DeletedSkills() {
  const list = useInfiniteQuery(deletedQuery)
  const kept = useFocusKept<HTMLUListElement>()
  return (
    <Page
      title="Recently deleted"
      subtitle="A deleted skill is kept whole for 30 days: its revisions, its switch, its secrets and its place in agents’ lists."
      actions={
        <Link to="/skills" className={buttonClass()}>
          <ArrowLeft size={15} aria-hidden="true" /> Skills
        </Link>
      }
    >
      <PagedList
        list={list}
        what="Deleted skills"
        whenEmpty={
          <Empty icon={<Trash2 size={20} />} title="Nothing was deleted">
            What you delete shows here for 30 days, and can be restored until then.
          </Empty>
        }
      >
        {(items) => (
          <ul {...kept} aria-label="Deleted skills" className="card divide-y divide-line">
            {items.map((skill) => (
              <DeletedRow key={skill.id} skill={skill} />
            ))}
          </ul>
        )}
      </PagedList>
    </Page>
  )
}

const refresh = () => queryClient.invalidateQueries({ queryKey: ['skills'] })

function DeletedRow({ skill }: { readonly skill: DeletedSkillBody }) {
  const [renaming, setRenaming] = useState(false)
  const restore = useMutation({
    mutationFn: (slug?: string) => api.skills.restore(skill.id, slug === undefined ? {} : { slug }),
    onSuccess: (restored) => {
      setRenaming(false)
      showToast(`“${restored.name}” restored`)
    },
    onError: (error) => {
      if (problemOf(error).code === 'skill.slug-taken') setRenaming(true)
      else showErrorToast(error)
    },
    onSettled: refresh,
  })
  const forget = useAction({
    mutationFn: () => api.skills.forget(skill.id),
    onSuccess: () => showToast(`“${skill.name}” deleted for good`),
    onSettled: refresh,
  })
  const busy = restore.isPending || forget.isPending
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-48 flex-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-semibold tracking-tight [overflow-wrap:anywhere]">
            {skill.name}
          </span>
          {skill.slug !== skill.name && (
            <span className="truncate font-mono text-xs text-ink-3">{skill.slug}</span>
          )}
          {skill.scope === 'user' && <Badge>Only me</Badge>}
          <ProvenanceLabel skill={skill} />
        </div>
        {skill.description && (
          <p className="mt-0.5 line-clamp-2 text-ink-2 [overflow-wrap:anywhere]">
            {skill.description}
          </p>
        )}
        <p className="mt-1 text-xs text-ink-3">
          Deleted <Timestamp at={skill.deleted_at} />
          {skill.deleted_by_name && ` by ${skill.deleted_by_name}`} ·{' '}
          {plural(skill.revision, 'revision')} · gone for good <Timestamp at={skill.kept_until} />
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          disabled={busy}
          aria-label={`Restore ${skill.name}`}
          onClick={() => restore.mutate(undefined)}
        >
          Restore
        </Button>
        <AskFirst
          title={`Delete “${skill.name}” for good?`}
          description={`${plural(skill.revision, 'revision')} and its secrets go now. Nothing brings them back.`}
          confirm="Delete for good"
          onConfirm={() => forget.mutate()}
        >
          <Button variant="quiet" disabled={busy} aria-label={`Delete for good: ${skill.name}`}>
            Delete for good
          </Button>
        </AskFirst>
      </div>
      {renaming && (
        <RestoreDialog
          skill={skill}
          busy={restore.isPending}
          problem={restore.error && problemOf(restore.error)}
          onRestore={(slug) => restore.mutate(slug)}
          onClose={() => setRenaming(false)}
        />
      )}
    </li>
  )
}
