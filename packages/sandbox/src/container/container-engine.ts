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

  /** The labels (`key=…`) of all containers that have this key. */
  async labelled(
    key: string,
  ): Promise<readonly { readonly name: string; readonly label: string }[]> {
    const format = `{{.Names}}\t{{.Label "${key}"}}`
    const text = await this.#ask(['ps', '--all', '--filter', `label=${key}`, '--format', format])
    return text.split('\n').flatMap((line) => {
      const [name, label] = line.split('\t')
      return name && label ? [{ name, label }] : []
    })
  }

  async #ask(args: readonly string[]): Promise<string> {
    const { stdout } = await run(this.#command, [...args], { timeout: answerMs })
    return stdout
  }
}
