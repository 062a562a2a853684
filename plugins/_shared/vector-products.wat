;; Products of vectors with SIMD. All parameters but counts are byte offsets into the memory. `length` is how many
;; numbers a row has, a multiple of 32. Built by `npm run wasm` into vector-products.wasm.ts.
(module
  (import "service" "memory" (memory 1))

  ;; The product of two rows of float32.
  (func (export "exact") (param $one i32) (param $other i32) (param $length i32) (result f32)
    (local $end i32)
    ;; Four sums, so that the additions do not wait for each other.
    (local $sum0 v128) (local $sum1 v128) (local $sum2 v128) (local $sum3 v128)
    (local.set $end (i32.add (local.get $one) (i32.mul (local.get $length) (i32.const 4))))
    (loop $next
      (local.set $sum0 (f32x4.add (local.get $sum0)
        (f32x4.mul (v128.load (local.get $one)) (v128.load (local.get $other)))))
      (local.set $sum1 (f32x4.add (local.get $sum1)
        (f32x4.mul (v128.load offset=16 (local.get $one)) (v128.load offset=16 (local.get $other)))))
      (local.set $sum2 (f32x4.add (local.get $sum2)
        (f32x4.mul (v128.load offset=32 (local.get $one)) (v128.load offset=32 (local.get $other)))))
      (local.set $sum3 (f32x4.add (local.get $sum3)
        (f32x4.mul (v128.load offset=48 (local.get $one)) (v128.load offset=48 (local.get $other)))))
      (local.set $other (i32.add (local.get $other) (i32.const 64)))
      (local.set $one (i32.add (local.get $one) (i32.const 64)))
      (br_if $next (i32.lt_u (local.get $one) (local.get $end))))
    (local.set $sum0 (f32x4.add (local.get $sum0) (local.get $sum1)))
    (local.set $sum0 (f32x4.add (local.get $sum0) (local.get $sum2)))
    (local.set $sum0 (f32x4.add (local.get $sum0) (local.get $sum3)))
    (f32.add
      (f32.add
        (f32.add (f32x4.extract_lane 0 (local.get $sum0)) (f32x4.extract_lane 1 (local.get $sum0)))
        (f32x4.extract_lane 2 (local.get $sum0)))
      (f32x4.extract_lane 3 (local.get $sum0))))

  ;; The products of one row of int16 with `count` rows of int8, at least one; an int32 each is written from `out` on.
  (func (export "coarse") (param $query i32) (param $row i32) (param $count i32) (param $length i32) (param $out i32)
    (local $at i32) (local $end i32)
    (local $sum0 v128) (local $sum1 v128) (local $sum2 v128) (local $sum3 v128)
    (local.set $end (i32.add (local.get $query) (i32.mul (local.get $length) (i32.const 2))))
    (loop $next_row
      (local.set $sum0 (v128.const i32x4 0 0 0 0))
      (local.set $sum1 (v128.const i32x4 0 0 0 0))
      (local.set $sum2 (v128.const i32x4 0 0 0 0))
      (local.set $sum3 (v128.const i32x4 0 0 0 0))
      (local.set $at (local.get $query))
      (loop $next
        ;; Eight int8 are loaded as eight int16; neighbouring products are added into one int32.
        (local.set $sum0 (i32x4.add (local.get $sum0)
          (i32x4.dot_i16x8_s (v128.load (local.get $at)) (v128.load8x8_s (local.get $row)))))
        (local.set $sum1 (i32x4.add (local.get $sum1)
          (i32x4.dot_i16x8_s (v128.load offset=16 (local.get $at)) (v128.load8x8_s offset=8 (local.get $row)))))
        (local.set $sum2 (i32x4.add (local.get $sum2)
          (i32x4.dot_i16x8_s (v128.load offset=32 (local.get $at)) (v128.load8x8_s offset=16 (local.get $row)))))
        (local.set $sum3 (i32x4.add (local.get $sum3)
          (i32x4.dot_i16x8_s (v128.load offset=48 (local.get $at)) (v128.load8x8_s offset=24 (local.get $row)))))
        (local.set $row (i32.add (local.get $row) (i32.const 32)))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (br_if $next (i32.lt_u (local.get $at) (local.get $end))))
      (local.set $sum0 (i32x4.add (local.get $sum0) (local.get $sum1)))
      (local.set $sum0 (i32x4.add (local.get $sum0) (local.get $sum2)))
      (local.set $sum0 (i32x4.add (local.get $sum0) (local.get $sum3)))
      (i32.store (local.get $out)
        (i32.add
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $sum0)) (i32x4.extract_lane 1 (local.get $sum0)))
            (i32x4.extract_lane 2 (local.get $sum0)))
          (i32x4.extract_lane 3 (local.get $sum0))))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (local.set $count (i32.sub (local.get $count) (i32.const 1)))
      (br_if $next_row (local.get $count)))))
