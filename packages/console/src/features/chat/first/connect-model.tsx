import { CopyButton } from '../../../shared/design/copy-button.tsx'
import { Modal } from '../../../shared/design/dialog.tsx'

const ways = [
  {
    title: 'OpenAI, or any compatible endpoint (Ollama, vLLM, …)',
    lines: 'OPENAI_BASE_URL=https://api.openai.com/v1\nOPENAI_API_KEY=…\nOPENAI_MODEL=…\nnpm start',
  },
  { title: 'Anthropic', lines: 'ANTHROPIC_API_KEY=…\nANTHROPIC_MODEL=…\nnpm start' },
] as const

interface ConnectModelProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** How whoever runs the server connects a model. */
export function ConnectModel({ open, onClose }: ConnectModelProps) {
  return (
    <Modal
      open={open}
      onClose={onClose}
      title="Connect a model"
      description="Whoever runs this server sets these variables and starts it again. The key stays on the server; what people wrote is kept."
    >
      <ul className="flex flex-col gap-4">
        {ways.map(({ title, lines }) => (
          <li key={title}>
            <div className="mb-1.5 flex items-center justify-between gap-3">
              <p className="font-medium">{title}</p>
              <CopyButton text={lines.replaceAll('\n', ' ')} />
            </div>
            <pre className="rounded-md border border-line bg-inset p-3 font-mono text-xs whitespace-pre-wrap">
              {lines}
            </pre>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
