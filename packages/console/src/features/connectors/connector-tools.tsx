import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { FailedQuery, Loading } from '../../shared/design/states.tsx'
import { connectorToolsQuery } from '../../shared/queries/organisation-queries.ts'

interface ConnectorToolsProps {
  readonly name: string
  readonly title: string
  /** Null while nobody has looked. */
  readonly count: number | null
}

/** The tools of a connector, asked for when somebody opens the list. Their words are the server's own: all of them are shown, also what they hide. */
export function ConnectorTools({ name, title, count }: ConnectorToolsProps) {
  const [open, setOpen] = useState(false)
  const tools = useQuery({ ...connectorToolsQuery(name), enabled: open })
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-6 cursor-pointer text-xs text-ink-2">
        {count === null ? 'Tools' : `${count} ${count === 1 ? 'tool' : 'tools'}`}
        <span className="sr-only">
          {' '}
          of <MarkedText text={title} />
        </span>
      </summary>
      {open && tools.isPending && <Loading rows={2} label="Loading tools" />}
      {tools.isError && <FailedQuery what="Its tools could not be read" query={tools} />}
      {tools.data && (
        <ul aria-label={`Tools of ${title}`} className="mt-2 flex flex-col gap-2">
          {tools.data.items.map((tool) => (
            <li key={tool.name} className="text-xs">
              <code className="font-medium [overflow-wrap:anywhere]">{tool.name}</code>
              <p className="text-ink-2 [overflow-wrap:anywhere]">
                <MarkedText text={tool.description} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}
