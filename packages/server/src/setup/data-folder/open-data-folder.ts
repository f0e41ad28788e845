import type { Config } from '../config/config.ts'
import { dataFolderMode } from './data-folder-mode.ts'
import { type DataFolderOptions, prepareDataFolder } from './prepare-data-folder.ts'

/** Prepares the data folder of a configuration; doing it twice changes nothing. Throws as {@link prepareDataFolder}. */
export async function openDataFolder(
  { dataDir, databaseUrl, packages }: Pick<Config, 'dataDir' | 'databaseUrl' | 'packages'>,
  { logger, option }: Pick<DataFolderOptions, 'logger' | 'option'>,
): Promise<void> {
  const isRoot = process.getuid?.() === 0
  const mode = dataFolderMode({ dataDir, layersDir: packages.folder, isRoot })
  await prepareDataFolder({ dataDir, mode, hasDatabase: databaseUrl === undefined, logger, option })
}
