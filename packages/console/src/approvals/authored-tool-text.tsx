import { Tabs } from '@base-ui/react/tabs'
import { TabList } from '../design/tab-list.tsx'
import { DiffView } from '../editor/diff-view.tsx'
import { CodeText } from '../editor/files/code-text.tsx'
import type { AuthoredToolQuestion } from './approval-question.ts'

interface AuthoredToolTextProps {
  readonly tool: AuthoredToolQuestion['tool']
}

/** The code a yes is for, with each library; of a change, the difference to what was approved before. */
export function AuthoredToolText({ tool }: AuthoredToolTextProps) {
  const { name, code, before, libraries, parameters, description } = tool
  const changed = before !== null && before.code !== code
  const tabs = [
    ...(changed ? [{ value: 'changes', label: 'Changes' }] : []),
    { value: 'code', label: 'Code' },
    { value: 'parameters', label: 'Parameters' },
    ...libraries.map((library) => ({
      value: `of ${library.name}`,
      label: `${library.name}.js${noteOf(library, before !== null)}`,
    })),
  ]
  return (
    <>
      <p className="text-ink-2 [overflow-wrap:anywhere]">{description}</p>
      {before && !changed && (
        <p className="text-xs text-ink-2">
          Its own code is as it was approved; its words, its parameters or a library changed.
        </p>
      )}
      <Tabs.Root defaultValue={changed ? 'changes' : 'code'}>
        <TabList label="What would run" tabs={tabs} />
        {changed && (
          <Tabs.Panel value="changes" className="pt-3">
            <DiffView
              label={`Code approved before and as it is now`}
              before={before.code}
              after={code}
              path={`${name}.js`}
            />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="code" className="pt-3">
          <Code path={`${name}.js`} text={code} />
        </Tabs.Panel>
        <Tabs.Panel value="parameters" className="pt-3">
          <Code path="parameters.json" text={JSON.stringify(parameters, null, 2)} />
        </Tabs.Panel>
        {libraries.map((library) => (
          <Tabs.Panel key={library.name} value={`of ${library.name}`} className="pt-3">
            <LibraryCode library={library} />
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </>
  )
}

type Library = AuthoredToolQuestion['tool']['libraries'][number]

/** How it stands to what was approved before, if anything was. */
function noteOf({ before, code }: Library, approvedBefore: boolean): string {
  if (before === null) return approvedBefore ? ' (new)' : ''
  return before.code === code ? '' : ' (changed)'
}

function LibraryCode({ library: { name, code, before } }: { readonly library: Library }) {
  const path = `${name}.js`
  if (before === null || before.code === code) return <Code path={path} text={code} />
  const label = `${name} as it was approved before and as it is now`
  return <DiffView label={label} before={before.code} after={code} path={path} />
}

function Code({ path, text }: { readonly path: string; readonly text: string }) {
  return (
    <div className="card max-h-96 overflow-auto">
      <CodeText path={path} text={text} />
    </div>
  )
}
