import { Tabs } from '@base-ui/react/tabs'
import { useState } from 'react'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { TabList } from '../../shared/design/tab-list.tsx'
import { CodePart } from '../../shared/reading/code-part.tsx'
import { DiffView } from '../../shared/reading/diff-view.tsx'
import { useRequiredParts } from '../../shared/reading/reading.tsx'
import type { AuthoredToolQuestion } from './approval-question.ts'
import { type CodeView, codeViews } from './code-views.ts'

interface AuthoredToolTextProps {
  readonly tool: AuthoredToolQuestion['tool']
}

/** The code a yes is for, with each library; of a change, the difference to what was approved before. */
export function AuthoredToolText({ tool }: AuthoredToolTextProps) {
  const { code, before, description } = tool
  const views = codeViews(tool)
  const [view, setView] = useState(views[0]?.value ?? '')
  const partOf = ({ value, label, text, before: old }: CodeView) => {
    return { id: value, label, content: `${old ?? ''}\0${text}`, show: () => setView(value) }
  }
  useRequiredParts(views.filter(({ required }) => required).map(partOf))
  return (
    <>
      <p className="text-ink-2 [overflow-wrap:anywhere]">
        <MarkedText text={description} />
      </p>
      {before?.code === code && (
        <p className="text-xs text-ink-2">
          Its own code is as it was approved; its words, its parameters or a library changed.
        </p>
      )}
      <Tabs.Root value={view} onValueChange={(next) => setView(String(next))}>
        <TabList label="What would run" tabs={views} />
        {views.map((one) => (
          <Tabs.Panel key={one.value} value={one.value} className="pt-3">
            {one.before === null ? (
              <CodePart path={one.path} text={one.text} part={partOf(one)} />
            ) : (
              <DiffView
                label={one.says}
                before={one.before}
                after={one.text}
                path={one.path}
                part={partOf(one)}
              />
            )}
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </>
  )
}
