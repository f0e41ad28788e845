import type { TagChangeBody, TagCount } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { queryClient, tagsQuery } from '../../shared/api/queries.ts'
import { Button } from '../../shared/design/button.tsx'
import { Modal } from '../../shared/design/dialog.tsx'
import { Form } from '../../shared/design/form.tsx'
import { plural } from '../../shared/design/numbers.ts'
import { showToast } from '../../shared/design/show-toast.ts'
import { Failed, Loading } from '../../shared/design/states.tsx'
import { useAction } from '../../shared/design/use-action.ts'
import { useFocusKept } from '../../shared/design/use-focus-kept.ts'
import { BulkFailures } from './bulk-failures.tsx'

interface TagDialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** Every tag in use, renamed, merged or taken off over the whole library. */
export function TagDialog({ open, onClose }: TagDialogProps) {
  const tags = useQuery({ ...tagsQuery, enabled: open })
  const kept = useFocusKept<HTMLUListElement>()
  const [refused, setRefused] = useState<TagChangeBody['results']>([])
  const failures = refused.map(({ id, name, problem }) => ({
    ...{ id, name },
    message: problem?.message ?? '',
  }))
  const items = tags.data?.items ?? []
  return (
    <Modal
      wide
      open={open}
      onClose={onClose}
      title="Tags"
      description="A change makes a new revision of each skill that you may write. A name that is in use takes the tag in. A skill from an integration counts as edited from then on, and is no longer updated by it."
    >
      <BulkFailures failures={failures} what="changed" onClose={() => setRefused([])} />
      {items.some(({ count, writable }) => writable < count) && (
        <p className="mb-2 text-ink-2">
          You change only the skills that you may write. Ask an owner or admin to change the others.
        </p>
      )}
      {tags.isPending && <Loading rows={3} label="Loading tags" />}
      {tags.isError && <Failed what="Tags could not be read" error={tags.error} />}
      {tags.data && items.length === 0 && <p className="text-ink-2">No skill has a tag.</p>}
      <ul {...kept} aria-label="Tags in use" className="divide-y divide-line">
        {items.map((tag) => (
          <TagRow key={tag.tag} tag={tag} all={items} onRefused={setRefused} />
        ))}
      </ul>
    </Modal>
  )
}

interface TagRowProps {
  readonly tag: TagCount
  readonly all: readonly TagCount[]
  readonly onRefused: (results: TagChangeBody['results']) => void
}

function TagRow({ tag: { tag, count, writable }, all, onRefused }: TagRowProps) {
  const [name, setName] = useState(tag)
  const [sure, setSure] = useState(false)
  const change = useAction({
    mutationFn: (to: string | null) =>
      to === null ? api.skills.removeTag(tag) : api.skills.renameTag(tag, to),
    onSuccess: ({ changed, results }, to) => {
      const done = to === null ? `#${tag} taken off` : `#${tag} is #${to} now`
      if (changed > 0) showToast(`${done}: ${plural(changed, 'skill')}`)
      onRefused(results.filter(({ status }) => status === 'refused'))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['skills'] }),
  })
  const reach =
    writable === count ? plural(count, 'skill') : `${writable} of ${plural(count, 'skill')}`
  const wanted = name.trim()
  const renamed = wanted !== '' && wanted !== tag
  const merges = renamed && all.some((other) => other.tag === wanted)
  return (
    <li>
      <Form
        className="flex flex-wrap items-center gap-2 py-2"
        onSubmit={() => renamed && !change.isPending && change.mutate(wanted)}
      >
        <input
          aria-label={`Name of the tag ${tag}`}
          value={name}
          maxLength={60}
          disabled={writable === 0}
          spellCheck={false}
          onChange={(event) => setName(event.target.value)}
          className="field-base h-8 min-w-32 flex-1"
        />
        <span role="status" className="min-w-16 text-right text-xs tabular-nums text-ink-3">
          {change.isPending ? `Changing ${plural(writable, 'skill')} …` : reach}
        </span>
        <Button type="submit" disabled={!renamed || change.isPending}>
          {merges ? `Merge into #${wanted}` : 'Rename'}
        </Button>
        <Button
          variant={sure ? 'danger' : 'quiet'}
          disabled={change.isPending || writable === 0}
          aria-label={
            sure ? `Take off ${plural(writable, 'skill')}: ${tag}` : `Remove the tag ${tag}`
          }
          onBlur={() => setSure(false)}
          onClick={() => (sure ? change.mutate(null) : setSure(true))}
        >
          {sure ? `Take off ${plural(writable, 'skill')}` : 'Remove'}
        </Button>
      </Form>
    </li>
  )
}
