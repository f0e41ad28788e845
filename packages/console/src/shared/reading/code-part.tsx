import { Suspense } from 'react'
import { Loading } from '../design/states.tsx'
import { CodeText } from './code-text.tsx'
import { PartBody, PartPending } from './reading.tsx'
import type { RequiredPart } from './reading-record.ts'
import { scrollRangeOf } from './scrolled-text.tsx'

interface CodePartProps {
  readonly path: string
  readonly text: string
  readonly part: RequiredPart
}

/** Code in a box that scrolls and says how much is in it; its end is watched. */
export function CodePart({ path, text, part }: CodePartProps) {
  const pending = (
    <PartPending label={part.label}>
      <Loading rows={3} label="Loading the text" />
    </PartPending>
  )
  return (
    <div className="flex flex-col gap-1">
      <p className="text-xs text-ink-3">{scrollRangeOf(text)}</p>
      <div className="card max-h-96 overflow-auto">
        <Suspense fallback={pending}>
          <PartBody {...part}>
            <CodeText path={path} text={text} />
          </PartBody>
        </Suspense>
      </div>
    </div>
  )
}
