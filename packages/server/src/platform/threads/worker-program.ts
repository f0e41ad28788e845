export interface WorkerProgram {
  readonly file: URL
  readonly execArgv: string[]
}

/** The program of a thread that lies beside a module: its source (type stripping) or the built one, like that module. */
export function resolveWorker(moduleUrl: string, name: string): WorkerProgram {
  const isSource = moduleUrl.endsWith('.ts')
  return {
    file: new URL(`./${name}.${isSource ? 'ts' : 'js'}`, moduleUrl),
    execArgv: isSource ? ['--conditions=repertoire-source'] : [],
  }
}
