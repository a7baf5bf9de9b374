import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onPath } from './choose.ts'
import { hasDebianPackages, unpackDebian } from './debian-packages.ts'

/** Paths of Ceph's programs and the environment that they need. */
export interface CephInstallation {
  readonly from: string
  program(name: CephProgram): string
  /** Runs the `ceph` command, which is a Python script. */
  readonly python: string
  readonly env: NodeJS.ProcessEnv
  /** Lines for ceph.conf with the plug-in folders; none for a normal installation. */
  readonly settings: readonly string[]
}

export type CephProgram = 'ceph' | 'ceph-mon' | 'ceph-osd' | 'radosgw' | 'radosgw-admin' | 'monmaptool'

const python = '/usr/bin/python3'

export function installedCeph(): CephInstallation | undefined {
  const radosgw = onPath('radosgw')
  if (!radosgw || !onPath('ceph-mon') || !onPath('ceph-osd') || !onPath('ceph')) return undefined
  return {
    from: `${radosgw} on PATH`,
    program: (name) => onPath(name) ?? name,
    python,
    env: {},
    settings: [],
  }
}

/** Downloads about 70 MB the first time. Returns undefined if the machine cannot use Debian packages. */
export async function unpackedCeph(print: (line: string) => void): Promise<CephInstallation | undefined> {
  if (!hasDebianPackages()) return undefined
  const packages = ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-common']
  const root = await unpackDebian('ceph', packages, 'usr/bin/radosgw', print)
  const libraries = libraryFolder(root)
  const isPythonInstalled = existsSync(python)
  return {
    from: 'Debian packages of Ceph (radosgw)',
    program: (name) => join(root, 'usr/bin', name),
    python: isPythonInstalled ? python : join(root, 'usr/bin/python3'),
    env: {
      LD_LIBRARY_PATH: [
        libraries,
        join(root, 'lib', libraries.slice(dirname(libraries).length + 1)),
        join(libraries, 'ceph'),
      ].join(':'),
      PYTHONPATH: join(root, 'usr/lib/python3/dist-packages'),
      ...(isPythonInstalled ? {} : { PYTHONHOME: join(root, 'usr') }),
    },
    settings: [
      `plugin_dir = ${join(libraries, 'ceph')}`,
      `erasure_code_dir = ${join(libraries, 'ceph/erasure-code')}`,
      `osd_class_dir = ${join(libraries, 'rados-classes')}`,
    ],
  }
}

function libraryFolder(root: string): string {
  const names: Partial<Record<NodeJS.Architecture, string>> = {
    x64: 'x86_64-linux-gnu',
    arm64: 'aarch64-linux-gnu',
  }
  const name = names[process.arch]
  if (!name) throw new Error(`Ceph has no Debian packages for ${process.arch}`)
  return join(root, 'usr/lib', name)
}
