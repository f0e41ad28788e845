import { z } from 'zod'
import type { Runtime } from '../execution/execution.ts'

/** The container settings an operator chooses. */
export interface ContainerChoice {
  /** `podman`, `docker`, or the path of one. */
  readonly command: string
  /** An image with `sh`, `env` and the interpreters; one for all runtimes, or one for each. */
  readonly image: string | Readonly<Record<Runtime, string>>
  /** The OCI runtime, such as gVisor's `runsc`; the engine's default when omitted. */
  readonly runtime?: string | undefined
  /** Further arguments of `run`; the last of a kind wins. */
  readonly extraArgs?: readonly string[]
}

const word = z.preprocess(
  (value) => (value === '' ? undefined : value),
  z
    .string()
    .regex(/^[^-\s]\S*$/, 'must be one word that does not begin with -')
    .optional(),
)

/** The environment variables of the container settings. */
export const containerEnvironment = {
  SANDBOX_CONTAINER_COMMAND: word,
  SANDBOX_CONTAINER_RUNTIME: word,
  SANDBOX_CONTAINER_IMAGE: word,
  SANDBOX_CONTAINER_IMAGE_PYTHON: word,
  SANDBOX_CONTAINER_IMAGE_NODE: word,
  SANDBOX_CONTAINER_IMAGE_SHELL: word,
  SANDBOX_CONTAINER_ARGS: z.string().default(''),
}

/** Undefined when no runtime has an image. */
export function containerChoice(
  values: z.infer<z.ZodObject<typeof containerEnvironment>>,
): ContainerChoice | undefined {
  const all = values.SANDBOX_CONTAINER_IMAGE
  const image = {
    python: values.SANDBOX_CONTAINER_IMAGE_PYTHON ?? all,
    node: values.SANDBOX_CONTAINER_IMAGE_NODE ?? all,
    shell: values.SANDBOX_CONTAINER_IMAGE_SHELL ?? all,
  }
  const any = image.python ?? image.node ?? image.shell
  if (any === undefined) return undefined
  return {
    command: values.SANDBOX_CONTAINER_COMMAND ?? 'podman',
    // A runtime without its own image is looked for in another one's.
    image: {
      python: image.python ?? any,
      node: image.node ?? any,
      shell: image.shell ?? any,
    },
    runtime: values.SANDBOX_CONTAINER_RUNTIME,
    extraArgs: values.SANDBOX_CONTAINER_ARGS.split(/\s+/).filter((arg) => arg !== ''),
  }
}
