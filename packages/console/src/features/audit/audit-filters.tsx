import { renderAnnotations } from '@repertoire/skill-md/text'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { X } from 'lucide-react'
import type { AuditSearch } from '../../shared/api/search-params.ts'
import { Button } from '../../shared/design/button.tsx'
import { memberLabel } from '../../shared/queries/member-label.ts'
import { membersQuery } from '../../shared/queries/organisation-queries.ts'
import { useCan } from '../../shared/session/use-me.ts'
import { auditKinds } from './audit-kinds.ts'

/** Names of the members, as far as this person may know them. */
export function useMemberNames(): ReadonlyMap<string, string> {
  const members = useQuery({ ...membersQuery, enabled: useCan('members.write') })
  return new Map(
    members.data?.items.map((member) => [
      member.id,
      memberLabel(member, members.data?.items ?? []),
    ]),
  )
}

/** Who, what kind, what day; and what was followed from an entry. All of it is in the address. */
export function AuditFilters({ filters }: { readonly filters: AuditSearch }) {
  const navigate = useNavigate({ from: '/audit' })
  const names = useMemberNames()
  const change = (part: AuditSearch) =>
    void navigate({ search: cleaned({ ...filters, ...part }), replace: true })
  const { actor = '', kind = '', day = '' } = filters
  const shownNames = actor === '' || names.has(actor) ? names : new Map([...names, [actor, actor]])
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      {shownNames.size > 0 && (
        <select
          aria-label="Who"
          value={actor}
          onChange={(event) => change({ actor: event.target.value })}
          className="field-base h-8 w-auto max-w-full py-0 text-xs"
        >
          <option value="">By anybody</option>
          {[...shownNames].map(([id, name]) => (
            <option key={id} value={id}>
              {renderAnnotations(name)}
            </option>
          ))}
        </select>
      )}
      <select
        aria-label="What kind"
        value={kind}
        onChange={(event) => change({ kind: event.target.value })}
        className="field-base h-8 w-auto py-0 text-xs"
      >
        <option value="">Of any kind</option>
        {Object.entries(auditKinds).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <input
        type="date"
        aria-label="Day"
        value={day}
        onChange={(event) => change({ day: event.target.value })}
        className="field-base h-8 w-auto py-0 text-xs"
      />
      {(['action', 'target', 'trace_id'] as const).map((key) => {
        const value = filters[key]
        return (
          value !== undefined && (
            <button
              key={key}
              type="button"
              onClick={() => change({ [key]: undefined })}
              aria-label={`Clear ${followed[key]} ${value}`}
              className="inline-flex h-[26px] max-w-full items-center gap-1.5 rounded-md border border-accent bg-accent-soft px-2 text-xs text-accent-ink"
            >
              <span className="truncate">
                {followed[key]} <bdi className="font-mono">{value}</bdi>
              </span>
              <X size={12} aria-hidden="true" />
            </button>
          )
        )
      })}
      {Object.keys(filters).length > 0 && (
        <Button variant="quiet" onClick={() => void navigate({ search: {}, replace: true })}>
          Clear
        </Button>
      )}
    </div>
  )
}

const followed = { action: 'Action', target: 'Target', trace_id: 'Trace' } as const

/** Without what is not chosen. */
function cleaned(filters: AuditSearch): AuditSearch {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value))
}
