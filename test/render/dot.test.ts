import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DotGraph } from '../../src/render/dot.js';

test('nodes are numbered as they come and written by label, edges by where they start', () => {
  const graph = new DotGraph();
  graph.node('writer', { shape: 'box' });
  graph.node('Notes', { shape: 'note', fillcolor: 'azure2' });
  graph.node('writer', { color: 'red' });
  graph.edge('writer', 'Notes', { style: 'bold' });
  graph.edge('Notes', 'writer', { style: 'dotted', label: 'x"y' });
  assert.equal(
    graph.toString(),
    [
      'digraph  {',
      '\t',
      '\tn2[fillcolor="azure2",label="Notes",shape="note"];',
      '\tn1[color="red",label="writer",shape="box"];',
      '\tn2->n1[label="x\\"y",style="dotted"];',
      '\tn1->n2[style="bold"];',
      '\t',
      '}',
      '',
    ].join('\n'),
  );
});

test('groups come first, and count', () => {
  const graph = new DotGraph();
  graph.node('c', {});
  graph.groupNode('B', 'b/1', { shape: 'note' });
  graph.group('A');
  graph.groupNode('B', 'b/0', { shape: 'note' });
  graph.edge('c', 'b/1', {});
  assert.equal(
    graph.toString(),
    [
      'digraph  {',
      '\tsubgraph cluster_s4 {',
      '\t\tlabel="A";',
      '\t\t',
      '\t}',
      '\tsubgraph cluster_s2 {',
      '\t\tlabel="B";',
      '\t\tn5[label="b/0",shape="note"];',
      '\t\tn3[label="b/1",shape="note"];',
      '\t\t',
      '\t}',
      '\t',
      '\tn1[label="c"];',
      '\tn1->n3;',
      '\t',
      '}',
      '',
    ].join('\n'),
  );
  assert.throws(() => graph.edge('c', 'nowhere', {}), RangeError);
});
