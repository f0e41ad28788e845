import type { AuditEntryBody } from '@repertoire/protocol'
import { renderAnnotations } from '@repertoire/skill-md/text'
import { useNavigate } from '@tanstack/react-router'
import type { AuditSearch } from '../../shared/api/search-params.ts'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { auditActor, auditSentence, groupSentence } from './audit-sentence.ts'
import type { AuditGroup } from './group-entries.ts'

interface AuditRowProps {
  readonly group: AuditGroup
  readonly names: ReadonlyMap<string, string>
  /** More entries of this operation may not have been read yet. */
  readonly open: boolean
}

/** What one operation did, in words; the entries themselves are behind it. */
export function AuditRow({ group, names, open }: AuditRowProps) {
  const [first] = group
  const count = open ? `${group.length} or more` : String(group.length)
  const { verb, object, rest, person } =
    group.length === 1 ? auditSentence(first) : groupSentence(group, count)
  return (
    <li>
      <details className="group">
        <summary className="flex min-h-9 cursor-default flex-wrap items-baseline gap-x-3 px-4 py-2 hover:bg-hover pointer-coarse:min-h-11">
          <span className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
            <span className="font-medium">
              <MarkedText text={auditActor(first, names)} />
            </span>{' '}
            {verb}{' '}
            {object !== '' && (
              <span className="font-medium">
                <MarkedText text={shortened(object)} />
              </span>
            )}{' '}
            <MarkedText text={rest} />
            {person !== undefined && (
              <>
                for <MarkedText text={names.get(person) ?? person} />
              </>
            )}
          </span>
          <time dateTime={first.at} className="shrink-0 text-xs tabular-nums text-ink-3">
            {new Date(first.at).toLocaleTimeString()}
          </time>
          <span className="shrink-0 text-xs text-accent-ink underline underline-offset-2">
            Details
          </span>
        </summary>
        <div className="flex flex-col gap-4 px-4 pb-4 pt-1 text-xs">
          {group.map((entry) => (
            <RawEntry key={entry.id} entry={entry} />
          ))}
        </div>
      </details>
    </li>
  )
}

/** Names are texts of others, as long as they like. */
function shortened(name: string): string {
  return name.length > 120 ? `${name.slice(0, 119)}…` : name
}

function RawEntry({ entry }: { readonly entry: AuditEntryBody }) {
  return (
    <div>
      <p className="flex flex-wrap gap-x-3">
        <FilterLink by={{ action: entry.action }}>{entry.action}</FilterLink>
        <FilterLink by={{ target: entry.target }}>{entry.target}</FilterLink>
        {entry.actor !== null && <FilterLink by={{ actor: entry.actor }}>{entry.actor}</FilterLink>}
        {entry.trace_id !== null && (
          <FilterLink by={{ trace_id: entry.trace_id }}>{entry.trace_id}</FilterLink>
        )}
      </p>
      <p className="mt-1 text-ink-2" title={entry.hash}>
        <time dateTime={entry.at}>{new Date(entry.at).toLocaleString()}</time>
        {entry.address !== null && (
          <>
            {' from '}
            <span className="font-mono">{entry.address}</span>
          </>
        )}
        {entry.credential_id !== null && (
          <>
            {'. Credential '}
            <span className="font-mono">{entry.credential_id}</span>
          </>
        )}
        . Entry {entry.seq}, hash <span className="font-mono">{entry.hash.slice(0, 12)}…</span>
      </p>
      <pre className="mt-1 whitespace-pre-wrap font-mono text-xs [overflow-wrap:anywhere]">
        <MarkedText text={JSON.stringify(entry.details, null, 2)} />
      </pre>
    </div>
  )
}

interface FilterLinkProps {
  readonly by: AuditSearch
  readonly children: string
}

function FilterLink({ by, children }: FilterLinkProps) {
  const navigate = useNavigate({ from: '/audit' })
  return (
    <button
      type="button"
      title={`Show only ${renderAnnotations(children)}`}
      onClick={() => void navigate({ search: by })}
      className="min-h-6 max-w-full truncate font-mono text-xs hover:underline"
    >
      <MarkedText text={children} />
    </button>
  )
}
