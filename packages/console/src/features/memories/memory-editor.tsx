import type { MemoriesBody } from '@repertoire/protocol'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { problemOf } from '../../shared/api/problem.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { Button } from '../../shared/design/button.tsx'
import { showErrorToast } from '../../shared/design/error-toast.ts'
import { TextArea } from '../../shared/design/field.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { formatCount } from '../../shared/design/numbers.ts'
import { showToast } from '../../shared/design/show-toast.ts'
import { FailedQuery, Loading } from '../../shared/design/states.tsx'
import { MemoryDiff } from './memory-diff.tsx'
import { MemoryHistory } from './memory-history.tsx'
import { memoriesQuery, refreshMemories } from './memory-queries.ts'
import { restoreVersion } from './restore-version.ts'

interface MemoryEditorProps {
  /** Null for conversations without an agent. */
  readonly agentId: string | null
  readonly name: string
}

/** What one agent remembers, to read, correct, clear and bring back. */
export function MemoryEditor({ agentId, name }: MemoryEditorProps) {
  const kept = useQuery(memoriesQuery(agentId))
  if (kept.isPending) return <Loading rows={2} label="Loading what it remembers" />
  // Reading it again may fail; what is written here stays.
  if (kept.isError && !kept.data)
    return <FailedQuery what="What it remembers could not be read" query={kept} />
  return <Editor agentId={agentId} name={name} kept={kept.data} />
}

interface Sent {
  readonly next: string
  /** The unsaved text as it was then. */
  readonly written: string | null
  readonly before: MemoriesBody
}

function Editor({ agentId, name, kept }: MemoryEditorProps & { readonly kept: MemoriesBody }) {
  // Null: as it is kept, so that what the agent notes meanwhile shows at once.
  const [draft, setDraft] = useState<string | null>(null)
  const [basis, setBasis] = useState(kept)
  const [historyOpen, setHistoryOpen] = useState(false)
  const text = draft ?? kept.text
  const overtaken = draft !== null && basis.etag !== kept.etag
  const characters = [...text].length
  const tooLong = characters > kept.max_characters
  const save = useMutation({
    mutationFn: ({ next, before }: Sent) => api.memories.put(agentId, { text: next }, before.etag),
    onSuccess: (saved, { before, written }) => {
      queryClient.setQueryData(memoriesQuery(agentId).queryKey, saved)
      // What was written since goes on from what was saved.
      setDraft((now) => (now === written ? null : now))
      setBasis(saved)
      announce(agentId, { before, saved })
    },
    onError: (error) => {
      // Where a text is being written, the page shows both; it is not lost.
      if (draft === null || problemOf(error).code !== 'observations.stale') showErrorToast(error)
    },
    onSettled: refreshMemories,
  })
  const change = (next: string) => {
    if (draft === null) setBasis(kept)
    setDraft(next)
  }
  return (
    <div className="flex flex-col gap-3">
      <TextArea
        label={`What it remembers about you (${name})`}
        rows={6}
        value={text}
        onChange={(event) => change(event.target.value)}
        error={tooLong ? `At most ${formatCount(kept.max_characters)} characters.` : undefined}
        hint={`${formatCount(characters)} of ${formatCount(kept.max_characters)} characters. One short fact a line; it is told from the agent’s next step on.`}
      />
      {overtaken && (
        <Notice
          tone="warn"
          urgent
          title="It was changed while you were writing."
          actions={
            <Button size="small" onClick={() => setDraft(null)}>
              Use what is kept
            </Button>
          }
        >
          Saving puts your text in its place. This is what that would change.
        </Notice>
      )}
      {overtaken && <MemoryDiff label="What saving would change" before={kept.text} after={text} />}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          disabled={save.isPending || tooLong || text === kept.text}
          onClick={() => save.mutate({ next: text, written: draft, before: kept })}
        >
          Save
        </Button>
        <Button disabled={draft === null} onClick={() => setDraft(null)}>
          Discard
        </Button>
        <Button
          disabled={save.isPending || kept.text === ''}
          onClick={() => save.mutate({ next: '', written: draft, before: kept })}
        >
          Clear
        </Button>
        <Button
          variant="quiet"
          className="ml-auto"
          aria-expanded={historyOpen}
          disabled={kept.version === 0}
          onClick={() => setHistoryOpen(!historyOpen)}
        >
          History
        </Button>
      </div>
      {historyOpen && <MemoryHistory agentId={agentId} current={kept} />}
    </div>
  )
}

interface Saved {
  readonly before: MemoriesBody
  readonly saved: MemoriesBody
}

function announce(agentId: string | null, { before, saved }: Saved): void {
  showToast(saved.text === '' ? 'It remembers nothing now' : 'Saved', {
    action: {
      label: 'Undo',
      onClick: () => void restoreVersion(agentId, before.version, saved.etag),
    },
  })
}
