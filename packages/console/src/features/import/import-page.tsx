import type { ImportResult } from '@repertoire/protocol'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { Button, buttonClass } from '../../shared/design/button.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { plural } from '../../shared/design/numbers.ts'
import { Page } from '../../shared/design/page.tsx'
import { AllowedPage } from '../../shared/session/allowed-page.tsx'
import {
  type Discovery,
  discoverSkills,
  type FoundFile,
  type FoundSkill,
} from './discover-skills.ts'
import { DropArea } from './drop-area.tsx'
import { openArchives, type RejectedArchive } from './open-archives.ts'
import { ResultTable } from './result-table.tsx'
import { ReviewList } from './review/review-list.tsx'
import { sendImport } from './send-import.ts'

interface Sent {
  readonly skills: readonly FoundSkill[]
  readonly scope: 'org' | 'user'
  readonly results: readonly ImportResult[]
  readonly state: 'sending' | 'done' | 'cancelled'
}

interface Found extends Discovery {
  readonly refused: readonly RejectedArchive[]
}

/** Bring in a folder: choose, review, send, see what became of each skill. */
export function ImportPage() {
  return (
    <AllowedPage title="Import skills" needs="skills.write">
      <ImportSkills />
    </AllowedPage>
  )
}

function ImportSkills() {
  const [found, setFound] = useState<Found | null>(null)
  const [sent, setSent] = useState<Sent | null>(null)
  const abort = useRef<AbortController>(null)
  async function send(
    skills: readonly FoundSkill[],
    scope: 'org' | 'user',
    acknowledged: readonly string[] = [],
  ): Promise<void> {
    abort.current = new AbortController()
    const { signal } = abort.current
    setSent((before) => ({ skills, scope, state: 'sending', results: kept(before, skills) }))
    await sendImport(skills, {
      ...{ scope, signal, acknowledged },
      post: (body, signal) => api.skills.import(body, signal),
      onResults: (more) => setSent((now) => now && { ...now, results: [...now.results, ...more] }),
    })
    setSent((now) => now && { ...now, state: signal.aborted ? 'cancelled' : 'done' })
    await queryClient.invalidateQueries({ queryKey: ['skills'] })
  }
  function startOver(): void {
    setFound(null)
    setSent(null)
  }
  return (
    <Page
      title="Import skills"
      subtitle="Every folder or zip with a SKILL.md becomes a skill. Importing the same again changes only what changed."
      actions={sent && sent.state !== 'sending' && <Button onClick={startOver}>Import more</Button>}
    >
      {!found && <DropArea onFiles={async (files) => setFound(await lookInto(files))} />}
      {found && !sent && found.refused.length > 0 && (
        <div className="mb-3">
          <Notice tone="bad" title={`${plural(found.refused.length, 'archive')} left out`}>
            {found.refused.map(({ path, message }) => (
              <span key={path} className="block [overflow-wrap:anywhere]">
                <span className="font-mono text-xs">{path}</span>: {message}
              </span>
            ))}
          </Notice>
        </div>
      )}
      {found && !sent && (
        <ReviewList
          found={found}
          onBack={startOver}
          onSend={(skills, scope) => void send(skills, scope)}
        />
      )}
      {sent && (
        <>
          <Progress sent={sent} onCancel={() => abort.current?.abort()} />
          <ResultTable
            results={sent.results}
            busy={sent.state === 'sending'}
            onTake={(path, digest) =>
              void send(
                (found?.skills ?? []).filter((skill) => skill.path === path),
                sent.scope,
                [digest],
              )
            }
            onRetry={(paths) =>
              void send(
                (found?.skills ?? []).filter(({ path }) => paths.has(path)),
                sent.scope,
              )
            }
          />
        </>
      )}
    </Page>
  )
}

/** A retry keeps the results of what is not sent again. */
function kept(before: Sent | null, again: readonly FoundSkill[]): readonly ImportResult[] {
  const paths = new Set(again.map(({ path }) => path))
  return before?.results.filter(({ path }) => !paths.has(path)) ?? []
}

function Progress({ sent, onCancel }: { readonly sent: Sent; readonly onCancel: () => void }) {
  const total = sent.skills.length
  const paths = new Set(sent.skills.map(({ path }) => path))
  const done = sent.results.filter(({ path }) => paths.has(path)).length
  const words = {
    sending: `Importing ${done} of ${total}`,
    done: `Done: ${plural(total, 'skill')}`,
    cancelled: `Cancelled: ${done} of ${total} were sent, and stay`,
  }[sent.state]
  return (
    <div className="card mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
      <div className="min-w-48 flex-1">
        <p role="status" className="mb-2 font-medium tabular-nums">
          {words}
        </p>
        <progress
          aria-label="Import progress"
          value={done}
          max={total}
          className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-hover [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-accent"
        />
      </div>
      {sent.state === 'sending' ? (
        <Button onClick={onCancel}>Cancel</Button>
      ) : (
        <Link to="/skills" className={buttonClass('primary')}>
          Go to Skills
        </Link>
      )}
    </div>
  )
}

async function lookInto(given: readonly FoundFile[]): Promise<Found> {
  const { files, skills, refused } = await openArchives(given)
  const found = discoverSkills(files)
  return { ...found, skills: [...skills, ...found.skills], refused }
}
