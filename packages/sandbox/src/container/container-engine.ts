import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const answerMs = 30_000

/** What became of a container, as its engine tells. */
export interface ContainerState {
  readonly started: boolean
  readonly outOfMemory: boolean
}

/** What we ask of `podman` and `docker` besides `run`. */
export class ContainerEngine {
  readonly #command: string

  constructor(command: string) {
    this.#command = command
  }

  /** `podman version 4.3.1`; throws Error when it is not there. */
  async version(): Promise<string> {
    return (await this.#ask(['--version'])).trim()
  }

  async hasImage(image: string): Promise<boolean> {
    return this.#ask(['image', 'inspect', '--format', '{{.Id}}', image]).then(
      () => true,
      () => false,
    )
  }

  /** Undefined when there is no such container. */
  async state(name: string): Promise<ContainerState | undefined> {
    try {
      const text = await this.#ask(['container', 'inspect', '--format', '{{json .State}}', name])
      const { StartedAt = '', OOMKilled = false } = JSON.parse(text)
      return { started: !/^(0001-|$)/.test(StartedAt), outOfMemory: OOMKilled === true }
    } catch {
      return undefined
    }
  }

  /** True when it was running. */
  async kill(name: string): Promise<boolean> {
    return this.#ask(['kill', '--signal', 'KILL', name]).then(
      () => true,
      () => false,
    )
  }

  async remove(name: string): Promise<void> {
    await this.#ask(['rm', '--force', '--volumes', name]).catch(() => undefined)
  }

  /** All containers that have this label, with its value, which must be one word. */
  async labelled(
    key: string,
  ): Promise<readonly { readonly name: string; readonly label: string }[]> {
    const format = '{{.Names}}\t{{.Labels}}'
    const text = await this.#ask(['ps', '--all', '--filter', `label=${key}`, '--format', format])
    return text.split('\n').flatMap((line) => {
      const [name, labels = ''] = line.split('\t')
      // Docker writes `key=value,…`, podman `map[key:value …]`.
      const all = labels.replace(/^map\[(.*)\]$/, '$1').split(/[, ]/)
      const label = all.find((one) => one.startsWith(`${key}=`) || one.startsWith(`${key}:`))
      return name && label ? [{ name, label: label.slice(key.length + 1) }] : []
    })
  }

  async #ask(args: readonly string[]): Promise<string> {
    const { stdout } = await run(this.#command, [...args], { timeout: answerMs })
    return stdout
  }
}
