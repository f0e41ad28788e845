import { useQuery } from '@tanstack/react-query'
import { Badge } from '../../shared/design/badge.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { formatBytes, formatCount, plural } from '../../shared/design/numbers.ts'
import { QueryPlaceholder } from '../../shared/design/states.tsx'
import { PermissionList } from '../revisions/permission-list.tsx'
import { licenceLabel, verdictLabels } from '../revisions/revision-labels.ts'
import { type ListedSkill, registryPackageQuery } from './registry-queries.ts'

/** What comes with a skill of a registry, and what it asks for, before anything of it is kept. */
export function RegistryPackage({ skill }: { readonly skill: ListedSkill }) {
  const query = useQuery(registryPackageQuery(skill))
  const found = query.data?.package
  return (
    <div className="flex w-full flex-col gap-3 pb-1">
      <QueryPlaceholder for={query} what="Its package" rows={3} />
      {found && (
        <>
          <p className="flex flex-wrap items-center gap-1.5 text-xs text-ink-2">
            {[
              verdictLabels[found.verdict],
              licenceLabel(found.licence, found.licence_decision),
            ].map(({ text, tone }) => (
              <Badge key={text} tone={tone}>
                {text}
              </Badge>
            ))}
            {found.findings > 0 && <span>{plural(found.findings, 'finding')}</span>}
            <span>{formatCount(found.content_length)} characters for the agent</span>
          </p>
          <PermissionList permissions={found.asks} />
          <ul aria-label="Its files" className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-3">
            {found.files.map(({ path, size }) => (
              <li key={path} className="[overflow-wrap:anywhere]">
                <span className="font-mono">
                  <MarkedText text={path} />
                </span>{' '}
                {formatBytes(size)}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
