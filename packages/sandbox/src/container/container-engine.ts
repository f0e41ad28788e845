import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const commandTimeoutMs = 30_000

/** The state of a container, as reported by the engine. */
export interface ContainerState {
  readonly started: boolean
  readonly outOfMemory: boolean
}

/** The commands of `podman` and `docker` other than `run`. */
export class ContainerEngine {
  readonly #command: string

  constructor(command: string) {
    this.#command = command
  }

  /** Such as `podman version 4.3.1`. Throws Error when the command is missing. */
  async version(): Promise<string> {
    return (await this.#run(['--version'])).trim()
  }

  async hasImage(image: string): Promise<boolean> {
    return this.#run(['image', 'inspect', '--format', '{{.Id}}', image]).then(
      () => true,
      () => false,
    )
  }

  /** Undefined when the container does not exist. */
  async state(name: string): Promise<ContainerState | undefined> {
    try {
      const text = await this.#run(['container', 'inspect', '--format', '{{json .State}}', name])
      const { StartedAt = '', OOMKilled = false } = JSON.parse(text)
      return { started: !/^(0001-|$)/.test(StartedAt), outOfMemory: OOMKilled === true }
    } catch {
      return undefined
    }
  }

  /** True when the container was running. */
  async kill(name: string): Promise<boolean> {
    return this.#run(['kill', '--signal', 'KILL', name]).then(
      () => true,
      () => false,
    )
  }

  async remove(name: string): Promise<void> {
    await this.#run(['rm', '--force', '--volumes', name]).catch(() => undefined)
  }

  /** All containers with this label key, and its value, which must be one word. */
  async findByLabel(
    key: string,
  ): Promise<readonly { readonly name: string; readonly label: string }[]> {
    const format = '{{.Names}}\t{{.Labels}}'
    const text = await this.#run(['ps', '--all', '--filter', `label=${key}`, '--format', format])
    return text.split('\n').flatMap((line) => {
      const [name, labels = ''] = line.split('\t')
      // Docker writes `key=value,…`, podman `map[key:value …]`.
      const all = labels.replace(/^map\[(.*)\]$/, '$1').split(/[, ]/)
      const label = all.find((one) => one.startsWith(`${key}=`) || one.startsWith(`${key}:`))
      return name && label ? [{ name, label: label.slice(key.length + 1) }] : []
    })
  }

  async #run(args: readonly string[]): Promise<string> {
    const { stdout } = await run(this.#command, [...args], { timeout: commandTimeoutMs })
    return stdout
  }
}
