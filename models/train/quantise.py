"""int8 whose scores do not depend on what is read together. Activations are rounded by scales that are fixed here, from
texts of the training, where onnxruntime's dynamic quantisation takes one scale from all that stands in a batch. So that
one scale fits all columns of an activation, each column is first divided by a factor of its own, and the weights that
it meets are multiplied by it (SmoothQuant, Xiao et al., ICML 2023)."""

from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

# Processors without VNNI add two neighbouring products in sixteen bits and cut off what does not fit: the weights of
# one sign in such a pair, times 255, must stay below 32768.
PAIR = 127
# How much of an activation's unevenness goes to the weights: all are tried, the best is taken.
SHARES = (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1.0)
# Words that an error is measured on.
SAMPLE = 1000


def products(graph, weights):
    """Those of an activation and weights, but for such as make a single number a word."""
    found = [node for node in graph.node if node.op_type == 'MatMul' and node.input[1] in weights]
    return [node for node in found if weights[node.input[1]].shape[1] > 1]


def activations(model, names, rows, rng):
    """What goes into the products, a row a word: a sample, and the least and largest of each column."""
    seen = onnx.ModelProto()
    seen.CopyFrom(model)
    seen.graph.output.extend(helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in names)
    session = onnxruntime.InferenceSession(seen.SerializeToString())
    kept = {name: [] for name in names}
    for ids, types in rows:
        feeds = {'input_ids': [ids], 'attention_mask': [[1] * len(ids)], 'token_type_ids': [types]}
        found = session.run(names, {name: np.array(feed, np.int64) for name, feed in feeds.items()})
        # the [CLS] that the graph adds for a document is no word of a question
        for name, one in zip(names, found):
            kept[name].append(one[0] if types[0] else one[0][:-1])
    for name in names:
        every = np.concatenate(kept[name])
        kept[name] = every[rng.permutation(len(every))[:SAMPLE]], every.min(0), every.max(0)
    return kept


def rounded_rows(table):
    """Eight bits, one scale a row."""
    scales = np.maximum(np.abs(table).max(1, keepdims=True), 1e-12).astype(np.float32) / np.float32(127)
    return np.rint(table / scales).astype(np.int8), scales


def rounded_columns(weight):
    """Eight bits at most, one scale a column, and no pair beyond what may be added."""
    pairs = weight.reshape(-1, 2, weight.shape[1])
    most = np.maximum(pairs.clip(0).sum(1).max(0), (-pairs).clip(0).sum(1).max(0))
    scales = (np.maximum(most, 1e-12) / PAIR).astype(np.float32)
    return np.rint(weight / scales), scales


class Rounding:
    """How one activation is rounded: a factor a column, then one scale and one zero point for all."""

    def __init__(self, low, high, weights, share):
        met = np.max([np.abs(w).max(1) for w in weights], 0) + 1e-6
        factors = (np.maximum(-low, high) + 1e-6) ** share / met ** (1 - share)
        self.factors = (factors / np.exp(np.log(factors).mean())).astype(np.float32)
        least, most = (low / self.factors).min(), (high / self.factors).max()
        # what a gelu gives ends shortly below zero
        lopsided = -least < most / 2
        self.scale = np.float32((most - least if lopsided else 2 * max(-least, most)) / 255)
        self.zero = int(np.rint(-least / self.scale)) if lopsided else 128

    def weights(self, weight):
        return rounded_columns(weight * self.factors[:, None])

    def product(self, x, weight):
        values, scales = self.weights(weight)
        steps = np.clip(np.rint(x / self.factors / self.scale) + self.zero, 0, 255) - self.zero
        return steps * self.scale @ (values * scales)


def best(x, low, high, weights):
    """The rounding by which the products differ least from what they are."""
    right = [x @ w for w in weights]

    def error(one):
        return sum(((one.product(x, w) - r) ** 2).sum() / (r**2).sum() for w, r in zip(weights, right))

    return min((Rounding(low, high, weights, share) for share in SHARES), key=error)


class Graph:
    """Nodes and initializers of the new graph, as they come."""

    def __init__(self):
        self.nodes, self.held = [], []

    def hold(self, name, values):
        self.held.append(numpy_helper.from_array(values, name))
        return name

    def add(self, kind, inputs, output, domain='', **attributes):
        self.nodes.append(helper.make_node(kind, inputs, [output], output, domain=domain, **attributes))

    def round(self, name, rounding):
        self.add('Mul', [name, self.hold(f'{name}_factors', 1 / rounding.factors)], f'{name}_even')
        scale = self.hold(f'{name}_scale', np.array(rounding.scale))
        zero = self.hold(f'{name}_zero', np.array(rounding.zero, np.uint8))
        self.add('QuantizeLinear', [f'{name}_even', scale, zero], f'{name}_rounded')

    def multiply(self, node, output, weight, bias, rounding, x):
        of, name = node.input
        values, scales = rounding.weights(weight)
        # what rounding moves on average is taken back
        bias = bias + (x @ weight - rounding.product(x, weight)).mean(0)
        inputs = [
            f'{of}_rounded',
            self.hold(f'{name}_rounded', values.astype(np.int8)),
            f'{of}_scale',
            self.hold(f'{name}_scales', scales),
            f'{of}_zero',
            self.hold(f'{name}_zeros', np.zeros(len(scales), np.int8)),
            self.hold(f'{name}_bias', bias.astype(np.float32)),
        ]
        self.add('MatMulIntegerToFloat', inputs, output, 'com.microsoft')

    def look_up(self, node, table):
        (name, at), out = node.input, node.output[0]
        values, scales = rounded_rows(table)
        self.add('Gather', [self.hold(f'{name}_rounded', values), at], f'{out}_rounded')
        self.add('Gather', [self.hold(f'{name}_scales', scales), at], f'{out}_scales')
        self.add('Cast', [f'{out}_rounded'], f'{out}_steps', to=TensorProto.FLOAT)
        self.add('Mul', [f'{out}_steps', f'{out}_scales'], out)


def biases(graph, weights):
    """What is added to a product, by the product's name: the sum's name and the bias."""
    found = {}
    for node in graph.node:
        if node.op_type == 'Add':
            for this, other in (node.input, reversed(node.input)):
                if other in weights and weights[other].ndim == 1:
                    found[this] = node.output[0], weights[other]
    return found


def quantise(full: Path, out: Path, rows, seed=7):
    """`rows` are token ids and types of single texts, as the service reads them."""
    model = onnx.load(full)
    graph, new = model.graph, Graph()
    weights = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    sums, by = biases(graph, weights), {}
    for node in products(graph, weights):
        by.setdefault(node.input[0], []).append(node)
    seen = activations(model, list(by), rows, np.random.default_rng(seed))
    roundings, done = {}, set()
    for node in graph.node:
        of, output = node.input[0] if node.input else None, node.output[0]
        if of in by and node in by[of]:
            x, low, high = seen[of]
            if of not in roundings:
                roundings[of] = best(x, low, high, [weights[one.input[1]] for one in by[of]])
                new.round(of, roundings[of])
            total, bias = sums[output]
            new.multiply(node, total, weights[node.input[1]], bias, roundings[of], x)
            done.add(total)
        elif node.op_type == 'Gather' and of in weights and weights[of].ndim == 2 and weights[of].shape[1] > 1:
            new.look_up(node, weights[of])
        elif output not in done:
            new.nodes.append(node)
    used = {name for node in new.nodes for name in node.input}
    kept = [one for one in graph.initializer if one.name in used]
    for field, content in ((graph.node, new.nodes), (graph.initializer, kept + new.held)):
        del field[:]
        field.extend(content)
    model.opset_import.append(helper.make_opsetid('com.microsoft', 1))
    onnx.save(model, out)
