import { defineCommand, exactArguments } from '../cli/command.js';
import { flag } from '../cli/flags.js';
import { imageNamespaces } from './shared/image/namespace-flag.js';

export const command = defineCommand({
  words: 'debug',
  use: 'debug <image-tar-path|image ref> [args]',
  summary: 'Run a container on a node to look for trouble there',
  description:
    'Runs a privileged container on one node, with the node under /host, and connects this terminal to it. The image is ' +
    'an archive on this machine (docker save, OCI), which is sent to the node, or a reference that the node pulls.\n\n' +
    'The command fails where the container ends with a code other than 0.',
  examples:
    '  talosctl debug docker.io/library/alpine:latest --args /bin/sh\n' +
    '  talosctl debug ./debug-tools.tar -n 10.5.0.2 --args /bin/sh,-c,"ls /host"',
  connection: 'flags',
  args: exactArguments(1),
  flags: {
    args: flag.stringSlice('arguments for the container (default: those of the image)'),
    namespace: flag.enumeration(
      'where the image is kept: inmem (gone with the next reboot), system or cri',
      imageNamespaces,
      { default: 'inmem', placeholder: 'namespace' },
    ),
  },
  resolve: ([image = ''], { values: { args, namespace } }) => ({ image, args, namespace }),
  async run(ctx, options) {
    const { runDebugContainer } = await import('./shared/debug/run.js');
    await runDebugContainer(ctx, options);
  },
});
