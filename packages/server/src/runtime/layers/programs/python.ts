import { proxySocket } from '@repertoire/sandbox'

/** Python: imports pip from the wheel that comes with Python where it is not installed; exit code 78 without. */
export const findPip = `def find_pip():
    if importlib.util.find_spec('pip') is None:
        bundled = os.path.join(os.path.dirname(os.__file__), 'ensurepip', '_bundled')
        folders = ['/usr/share/python-wheels', bundled]
        wheels = [wheel for folder in folders for wheel in sorted(glob.glob(folder + '/pip-*.whl'))]
        if not wheels:
            sys.exit(78)
        sys.path.insert(0, wheels[0])
`

/**
 * Runs pip inside a sandbox: `describe`, `resolve` or `build`, with options as JSON. Only wheels are accepted,
 * and no code of a package runs: pip runs in this process, which may start no other.
 */
export const pythonInstaller = `
import compileall, glob, importlib.util, json, os, platform, runpy, shutil, socket, sys, sysconfig, threading

LAYER = '/workspace/layer'

def describe(options):
    print(json.dumps({
        'version': 'Python ' + platform.python_version(),
        'platformTags': [sys.implementation.cache_tag, sysconfig.get_platform(), *platform.libc_ver()],
    }))

${findPip}
def public_index(options):
    find_pip()
    from pip._internal.models.index import PyPI
    print(json.dumps({'url': PyPI.simple_url, 'hosts': [PyPI.file_storage_domain]}))

# Globals are gone when a thread outlives the end of the program.
def pump(source, target, both=socket.SHUT_RDWR):
    try:
        while True:
            chunk = source.recv(65536)
            if not chunk:
                break
            target.sendall(chunk)
    except OSError:
        pass
    for one in (source, target):
        try:
            one.shutdown(both)
        except OSError:
            pass

def bridge():
    listener = socket.create_server(('127.0.0.1', 0))
    def serve():
        while True:
            client, _ = listener.accept()
            upstream = socket.socket(socket.AF_UNIX)
            upstream.connect('${proxySocket}')
            for pair in ((client, upstream), (upstream, client)):
                threading.Thread(target=pump, args=pair, daemon=True).start()
    threading.Thread(target=serve, daemon=True).start()
    return 'http://127.0.0.1:%d' % listener.getsockname()[1]

def start_nothing(event, args):
    if event in ('subprocess.Popen', 'os.system', 'os.exec', 'os.posix_spawn', 'os.spawn', 'os.fork', 'os.forkpty'):
        raise PermissionError('nothing may be started while packages are installed')

def pip(options, *arguments):
    find_pip()
    os.makedirs(os.environ['TMPDIR'], exist_ok=True)
    proxy = bridge()
    sys.addaudithook(start_nothing)
    sys.argv = ['pip', '--isolated', '--disable-pip-version-check', '--no-input', '--no-cache-dir', '--no-color',
        '--proxy', proxy, '--retries', '1', '--timeout', '30', *options['pip'],
        'install', '--index-url', options['index'], '--only-binary', ':all:', '--progress-bar', 'off', *arguments]
    try:
        runpy.run_module('pip', run_name='__main__', alter_sys=True)
    except SystemExit as end:
        if end.code:
            raise
    finally:
        shutil.rmtree(os.environ['TMPDIR'], ignore_errors=True)

def resolve(options):
    pip(options, '--quiet', '--dry-run', '--ignore-installed', '--report', '/workspace/report.json', '-r', '/skill/requirements.txt')

def build(options):
    pip(options, '--quiet', '--no-deps', '--require-hashes', '--no-compile', '--target', LAYER, '-r', '/skill/requirements.txt')
    compileall.compile_dir(LAYER, quiet=2, maxlevels=32, invalidation_mode=compileall.py_compile.PycInvalidationMode.UNCHECKED_HASH)

modes = {'describe': describe, 'public-index': public_index, 'resolve': resolve, 'build': build}
modes[sys.argv[1]](json.loads(sys.argv[2]))
`
