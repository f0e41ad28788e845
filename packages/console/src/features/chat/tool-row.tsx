import {
  BookOpen,
  BookPlus,
  Braces,
  ChevronRight,
  FileText,
  FolderOpen,
  Globe,
  List,
  ListTodo,
  LogOut,
  MessageCircleQuestion,
  NotebookPen,
  PencilLine,
  Plug,
  Search,
  Sparkle,
  Terminal,
  Trash2,
  Wrench,
} from 'lucide-react'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import type { ToolItem } from './conversation-view.ts'
import { allowedLabel, type NotAllowed, notAllowed, unknownToolNotice } from './not-allowed.ts'
import { OutcomeMark } from './outcome-mark.tsx'
import { toolSentence } from './tool-sentence.ts'

/** A Map: a model's `constructor` finds nothing. */
const icons: ReadonlyMap<string, typeof Search> = new Map([
  ['search_skills', Search],
  ['enable_skill', Sparkle],
  ['disable_skill', LogOut],
  ['list_enabled_skills', List],
  ['use_skill', BookOpen],
  ['read_skill_file', FileText],
  ['save_skill', BookPlus],
  ['create_skill', BookPlus],
  ['update_skill', NotebookPen],
  ['delete_skill', Trash2],
  ['list_skills', List],
  ['read_skill', BookOpen],
  ['read_file', FileText],
  ['write_file', PencilLine],
  ['edit_file', PencilLine],
  ['list_dir', FolderOpen],
  ['run_command', Terminal],
  ['run_skill_script', Terminal],
  ['run_sandbox_code', Braces],
  ['web_fetch', Globe],
  ['web_search', Globe],
  ['clarify', MessageCircleQuestion],
  ['todo', ListTodo],
  ['edit_system_prompt', NotebookPen],
  ['list_connectors', Plug],
  ['search_connector_tools', Plug],
  ['execute_connector_tool', Plug],
  ['request_connector_access', Plug],
])

/** A tool call in one readable line, with its JSON behind it. */
export function ToolRow({ tool }: { readonly tool: ToolItem }) {
  const { call, outcome } = tool
  const problem = outcome && outcome.status !== 'ok' ? outcome.problem : null
  const held = notAllowed(tool)
  const Icon = icons.get(call.name) ?? Wrench
  return (
    <details className="group rounded-lg border border-transparent text-xs open:border-line open:bg-surface">
      <summary className="flex min-h-7 list-none items-center gap-2 rounded-lg px-2 py-1 text-ink-2 hover:bg-hover [&::-webkit-details-marker]:hidden">
        <Icon size={14} aria-hidden="true" className="shrink-0 text-ink-3" />
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <MarkedText text={toolSentence(tool)} />
          {problem && (
            <span className="text-ink-3">
              {' '}
              — <MarkedText text={held ? heldLabel(held) : problem.message} />
            </span>
          )}
        </span>
        <OutcomeMark tool={tool} />
        <ChevronRight
          size={14}
          aria-hidden="true"
          className="shrink-0 text-ink-3 transition-transform group-open:rotate-90"
        />
      </summary>
      <div className="flex flex-col gap-2 px-3 pb-3 pt-1">
        {held && problem && (
          <p className="text-ink-2">
            <MarkedText text={problem.message} />
          </p>
        )}
        {problem && hintOf(problem) && (
          <p className="text-ink-2 [overflow-wrap:anywhere]">
            <MarkedText text={hintOf(problem)} />
          </p>
        )}
        <Json label="Input" value={call.input} />
        {outcome && (
          <Json label="Result" value={outcome.status === 'ok' ? outcome.output : outcome.problem} />
        )}
      </div>
    </details>
  )
}

/** The hint of a stale answer tells the model which tool to call; people are told what they can do. */
function hintOf({
  code,
  hint = '',
}: {
  readonly code: string
  readonly hint?: string | undefined
}): string {
  return code === 'approval.stale'
    ? 'Send your message again: the agent asks anew, about what is there now.'
    : hint
}

function heldLabel({ skill, allows, undecided }: NotAllowed): string {
  const notice = undecided.length > 0 ? `. ${unknownToolNotice(undecided)}` : ''
  return `the skill ${skill} allows ${allowedLabel(allows)}${notice}`
}

/** Data as it is, for people who want to see it. */
export function Json({ label, value }: { readonly label: string; readonly value: unknown }) {
  return (
    <div>
      <p className="mb-1 text-xs text-ink-3">{label}</p>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long JSON is scrolled with the keyboard
        tabIndex={0}
        className="max-h-72 overflow-auto rounded-md border border-line bg-inset p-2 font-mono text-xs"
      >
        <MarkedText text={JSON.stringify(value, null, 2)} />
      </pre>
    </div>
  )
}
