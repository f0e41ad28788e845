import { CopyButton } from '../../shared/design/copy-button.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { curlCommand } from './trigger-draft.ts'

/** A webhook's secret, the one time it is shown, with a command that uses it. */
export function ShownSecret({ id, secret }: { readonly id: string; readonly secret: string }) {
  const command = curlCommand(window.location.origin, id, secret)
  return (
    <div className="mb-6 flex min-w-0 flex-col items-start gap-4">
      <Notice tone="warn" title="Keep this secret now: it is not shown again" />
      <CopyField label="Secret" text={secret} />
      <CopyField label="Deliver to it from a shell" text={command} />
    </div>
  )
}

function CopyField({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <section aria-label={label} className="flex w-full min-w-0 flex-col items-start gap-2">
      <h2 className="text-sm">{label}</h2>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        tabIndex={0}
        className="card w-full overflow-x-auto px-3 py-2 font-mono text-xs"
      >
        {text}
      </pre>
      <CopyButton text={text} label={`Copy ${label === 'Secret' ? 'the secret' : 'the command'}`} />
    </section>
  )
}
